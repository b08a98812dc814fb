import type { Diff } from 'api-smart-diff';

type Path = readonly (string | number)[];

/** Direction of the data that a schema describes, from the client's point of view. */
export type Direction = 'sent' | 'received';

interface Change {
  action: Diff['action'];
  before: unknown;
  after: unknown;
  direction: Direction;
}

/** True if a change of one keyword is breaking. */
type Rule = (change: Change) => boolean;

const never: Rule = () => false;
const lowersMax: Rule = ({ before, after, direction }) =>
  direction === 'sent' && after !== undefined && (before === undefined || Number(after) < Number(before));
const raisesMin: Rule = ({ before, after, direction }) =>
  direction === 'sent' && after !== undefined && (before === undefined || Number(after) > Number(before));
const restricts: Rule = ({ action, direction }) =>
  direction === 'sent' ? action === 'remove' : action === 'add';

/** Rules by keyword. Weaker bounds on sent data, and all changes of bounds on received data, are compatible. */
const rules: Readonly<Record<string, Rule>> = {
  properties: ({ action }) => action === 'remove',
  required: ({ action, direction }) => action === (direction === 'sent' ? 'add' : 'remove'),
  enum: restricts,
  anyOf: restricts,
  oneOf: restricts,
  nullable: ({ after, direction }) => (after === true) === (direction === 'received'),
  type: ({ before, after, direction }) =>
    !(direction === 'sent' && before === 'integer' && after === 'number') &&
    !(direction === 'received' && before === 'number' && after === 'integer'),
  format: ({ after, before, direction }) =>
    direction === 'received' ? !isWider(after, before) : after !== undefined && !isWider(before, after),
  pattern: ({ after, direction }) => direction === 'sent' && after !== undefined,
  maximum: lowersMax,
  maxLength: lowersMax,
  maxItems: lowersMax,
  minimum: raisesMin,
  minLength: raisesMin,
  minItems: raisesMin,
  exclusiveMinimum: ({ after, direction }) => direction === 'sent' && after === true,
  exclusiveMaximum: ({ after, direction }) => direction === 'sent' && after === true,
  additionalProperties: ({ after, direction }) => direction === 'sent' && after === false,
  description: never,
  title: never,
  example: never,
  default: never,
  readOnly: never,
  discriminator: never,
};

/** Keywords that contain schemas, with the number of path elements to the next schema. */
const nested: Readonly<Record<string, number>> = {
  properties: 2,
  items: 1,
  additionalProperties: 1,
  allOf: 2,
  anyOf: 2,
  oneOf: 2,
};

const isWider = (before: unknown, after: unknown) => before === 'int32' && after === 'int64';

/** Describes a breaking change within a schema; null for a compatible one. */
export function schemaChange(diff: Diff, path: Path, direction: Direction): string | null {
  const { field, keyword, name } = locate(path);
  if (keyword === undefined) return `the schema of ${field || 'the value'} is replaced`;
  if (keyword.startsWith('x-')) return null;
  const { action, before, after } = diff;
  const rule = rules[keyword];
  const breaks = rule ? rule({ action, before, after, direction }) : diff.type === 'breaking';
  if (!breaks) return null;
  const subject = [field, keyword === 'properties' ? name : ''].filter(Boolean).join('.');
  const values = keyword === 'properties' ? '' : `: ${show(before)} → ${show(after)}`;
  return `${subject || 'the value'} (${direction}): ${keyword} ${pastTense[action]}${values}`;
}

const pastTense: Readonly<Record<Diff['action'], string>> = {
  add: 'added',
  remove: 'removed',
  replace: 'changed',
  rename: 'renamed',
};

const show = (value: unknown): string =>
  (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 60);

/** The field at a path, and the changed keyword of its schema. */
function locate(path: Path): { field: string; keyword: string | undefined; name: string } {
  let at = 0;
  const fields: string[] = [];
  for (;;) {
    const keyword = path[at];
    const step = nested[String(keyword)];
    // The path ends at this keyword, or at a part of its value that was added, removed or replaced as a whole.
    if (keyword === undefined || step === undefined || at + step >= path.length) {
      return {
        field: fields.join('.'),
        keyword: keyword === undefined ? undefined : String(keyword),
        name: String(path[at + 1] ?? ''),
      };
    }
    if (keyword === 'properties') fields.push(String(path[at + 1]));
    if (keyword === 'items') fields.push('[]');
    at += step;
  }
}
