import type { Row } from '../api/call-path.ts';
import type { Field, Resource } from '../api/resources.ts';

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

/** The name of a field as users read it: `due_on` is “Due on”, `is_default` “Default”, `reason_code` “Reason”. */
export function labelOf(name: string): string {
  const text = name.replace(/^is_|_(?:id|enc|code)$/g, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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

/** The title of a record: its name, or the id. */
export function titleOf(row: Row, { fields }: Pick<Resource, 'fields'>): string {
  const person = [row.first_name, row.last_name].filter(Boolean).join(' ');
  const name = titleFieldOf(fields);
  const title = person || (name && row[name]);
  return title ? String(title) : `#${String(row.id ?? '')}`;
}
