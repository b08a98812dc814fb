import type { Row } from '../api/call-path.ts';
import type { Field, Resource } from '../api/resources.ts';
import { labelOf } from './labels.ts';

const maxColumns = 7;

/** Fields that identify a record to people, best first. */
const titleFields = [
  'title',
  'name',
  'label',
  'display_name',
  'file_name',
  'email',
  'code',
  'key',
  'url',
  'number',
  'template_code',
];

/** Fields of every record that tables show only if an area asks for them. */
const technical = new Set([
  'id',
  'org_id',
  'created_at',
  'created_by',
  'updated_by',
  'deleted_at',
  'version',
  'position',
]);

/** The columns of a list: those that an area has chosen, or the first simple fields. */
export function columnsOf(
  { fields }: Pick<Resource, 'fields'>,
  chosen: readonly string[] | undefined,
): Field[] {
  const readable = fields.filter(({ readable, sensitive }) => readable && !sensitive);
  if (chosen) return chosen.flatMap((name) => readable.find((field) => field.name === name) ?? []);
  const simple = readable.filter(
    ({ name, type }) => !technical.has(name) && !['object', 'json', 'array'].includes(type),
  );
  const title = simple.find(({ name }) => name === titleFieldOf(simple));
  return [...(title ? [title] : []), ...simple.filter((field) => field !== title)].slice(0, maxColumns);
}

function titleFieldOf(fields: readonly Field[]): string | undefined {
  return titleFields.find((name) => fields.some((field) => field.name === name));
}

/** The kind of a record, with its label or, of a part, its name. */
type Kind = Pick<Resource, 'fields'> & { label?: string; name?: string };

/** The title of a record: its name, or its kind and id. */
export const titleOf = (row: Row, kind: Kind): string =>
  nameIn(row, kind) ?? `${kind.label ?? labelOf(kind.name ?? '')} #${String(row.id ?? '')}`.trim();

function nameIn(row: Row, { fields }: Kind): string | undefined {
  const person = [row.first_name, row.last_name].filter(Boolean).join(' ');
  const name = titleFieldOf(fields);
  const title = person || (name && row[name]);
  return title ? String(title) : undefined;
}

/** The most records by which another one is named. */
const maxNaming = 2;

/** The records by whose names users recognize one that has no name, such as role and user of a grant. */
export function namedReferences(row: Row, kind: Kind): { code: string; id: number }[] {
  if (nameIn(row, kind) !== undefined) return [];
  return kind.fields
    .flatMap(({ name, ref }) => {
      const id = row[name];
      return ref !== undefined && !technical.has(name) && typeof id === 'number' ? [{ code: ref, id }] : [];
    })
    .slice(0, maxNaming);
}
