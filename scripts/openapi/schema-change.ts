import type { Diff } from 'api-smart-diff';

type Path = readonly (string | number)[];

/** Whether a schema is of what clients send, or of what they are shown. */
export type Direction = 'sent' | 'shown';

interface Change {
  action: Diff['action'];
  before: unknown;
  after: unknown;
  direction: Direction;
}

/** Says of a change of one keyword whether it breaks somebody. */
type Rule = (change: Change) => boolean;

const never: Rule = () => false;
const lower: Rule = ({ before, after, direction }) =>
  direction === 'sent' && after !== undefined && (before === undefined || Number(after) < Number(before));
const higher: Rule = ({ before, after, direction }) =>
  direction === 'sent' && after !== undefined && (before === undefined || Number(after) > Number(before));
const taken: Rule = ({ action, direction }) =>
  direction === 'sent' ? action === 'remove' : action === 'add';

/** By keyword. What is sent may be bound less, and what is shown bound more, without anybody noticing. */
const rules: Readonly<Record<string, Rule>> = {
  properties: ({ action }) => action === 'remove',
  required: ({ action, direction }) => action === (direction === 'sent' ? 'add' : 'remove'),
  enum: taken,
  anyOf: taken,
  oneOf: taken,
  nullable: ({ after, direction }) => (after === true) === (direction === 'shown'),
  type: ({ before, after, direction }) =>
    !(direction === 'sent' && before === 'integer' && after === 'number') &&
    !(direction === 'shown' && before === 'number' && after === 'integer'),
  format: ({ after, before, direction }) =>
    direction === 'shown' ? !isWider(after, before) : after !== undefined && !isWider(before, after),
  pattern: ({ after, direction }) => direction === 'sent' && after !== undefined,
  maximum: lower,
  maxLength: lower,
  maxItems: lower,
  minimum: higher,
  minLength: higher,
  minItems: higher,
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

/** Keywords below which other schemas lie, with the number of path elements to the next schema. */
const nested: Readonly<Record<string, number>> = {
  properties: 2,
  items: 1,
  additionalProperties: 1,
  allOf: 2,
  anyOf: 2,
  oneOf: 2,
};

const isWider = (before: unknown, after: unknown) => before === 'int32' && after === 'int64';

/** What a change within a schema takes from somebody, in words; null where it takes nothing. */
export function schemaChange(diff: Diff, path: Path, direction: Direction): string | null {
  const { field, keyword, name } = locate(path);
  if (keyword === undefined) return `${field || 'it'} is described anew`;
  if (keyword.startsWith('x-')) return null;
  const { action, before, after } = diff;
  const rule = rules[keyword];
  const breaks = rule ? rule({ action, before, after, direction }) : diff.type === 'breaking';
  if (!breaks) return null;
  const subject = [field, keyword === 'properties' ? name : ''].filter(Boolean).join('.');
  const values = keyword === 'properties' ? '' : `: ${show(before)} → ${show(after)}`;
  return `${subject || 'it'} as it is ${direction}: ${keyword} ${past[action]}${values}`;
}

const past: Readonly<Record<Diff['action'], string>> = {
  add: 'added',
  remove: 'removed',
  replace: 'changed',
  rename: 'renamed',
};

const show = (value: unknown): string =>
  (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 60);

/** The field that a path leads to, and the keyword of its schema that changed. */
function locate(path: Path): { field: string; keyword: string | undefined; name: string } {
  let at = 0;
  const fields: string[] = [];
  for (;;) {
    const keyword = path[at];
    const step = nested[String(keyword)];
    // A whole part was added or removed: that is a change of the keyword that holds it.
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
