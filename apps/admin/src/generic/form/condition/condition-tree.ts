/**
 * A condition as its inputs show it: groups of comparisons. The value of a comparison is text, so that what is typed is
 * kept; `variable` is empty if it is compared with a value.
 */
export type Part = Group | Comparison | Other;

export interface Group {
  kind: 'group';
  id: number;
  mode: 'all' | 'any' | 'none';
  parts: readonly Part[];
}

export interface Comparison {
  kind: 'comparison';
  id: number;
  field: string;
  op: string;
  variable: string;
  days: string;
  text: string;
  /** The value that the service returned, which is sent unless its text was changed. */
  given: { text: string; value: unknown } | null;
}

/** A part that the inputs cannot show. */
export interface Other {
  kind: 'other';
  id: number;
  /** JSON. */
  text: string;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isIn = (value: Json, keys: readonly string[]) => Object.keys(value).every((key) => keys.includes(key));

let lastId = 0;
/** Distinguishes parts while others are added and removed. */
export const newId = (): number => ++lastId;

export const newComparison = (field = '', op = ''): Comparison => ({
  ...{ kind: 'comparison', id: newId(), field, op },
  ...{ variable: '', days: '', text: '', given: null },
});

export const newGroup = (parts: readonly Part[] = [newComparison()]): Group => ({
  ...{ kind: 'group', id: newId(), mode: 'all', parts },
});

/** Shows values as the text of their input; undefined if it cannot show them. */
type TextOf = (field: string, op: string, value: unknown) => string | undefined;

/** The groups of a condition; undefined for text that is not a JSON object. */
export function readCondition(text: string, textOf: TextOf): Group | undefined {
  const json = parse(text);
  if (!isObject(json)) return undefined;
  if (Object.keys(json).length === 0) return newGroup();
  const part = readPart(json, textOf);
  return part.kind === 'group' ? part : newGroup([part]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readPart(json: unknown, textOf: TextOf): Part {
  if (isObject(json) && 'field' in json) return readComparison(json, textOf) ?? other(json);
  return (isObject(json) && readGroup(json, textOf)) || other(json);
}

const other = (json: unknown): Other => ({ kind: 'other', id: newId(), text: JSON.stringify(json, null, 2) });

/** A group of several kinds is shown as groups that must all be true. */
function readGroup(json: Json, textOf: TextOf): Group | undefined {
  if (Object.keys(json).length === 0 || !isIn(json, ['all', 'any', 'not'])) return undefined;
  const { all, any } = json;
  const groups: Group[] = [];
  for (const [mode, parts] of Object.entries({ all, any })) {
    if (parts === undefined) continue;
    if (!Array.isArray(parts)) return undefined;
    groups.push({ ...newGroup(parts.map((part) => readPart(part, textOf))), mode: mode as 'all' | 'any' });
  }
  if ('not' in json) groups.push({ ...newGroup(excluded(json.not, textOf)), mode: 'none' });
  const [first, ...others] = groups;
  if (!first || others.length === 0) return first;
  return newGroup(groups.flatMap((group): readonly Part[] => (group.mode === 'all' ? group.parts : [group])));
}

function excluded(json: unknown, textOf: TextOf): readonly Part[] {
  const any = isObject(json) && isIn(json, ['any']) ? json.any : undefined;
  return Array.isArray(any) ? any.map((part) => readPart(part, textOf)) : [readPart(json, textOf)];
}

function readComparison(json: Json, textOf: TextOf): Comparison | undefined {
  const { field, op, value } = json;
  if (!isIn(json, ['field', 'op', 'value']) || typeof field !== 'string' || typeof op !== 'string')
    return undefined;
  const shown = newComparison(field, op);
  if (!('value' in json)) return shown;
  if (isObject(value)) {
    const { var: variable, add_days: days = '' } = value;
    return isIn(value, ['var', 'add_days']) && typeof variable === 'string'
      ? { ...shown, variable, days: String(days) }
      : undefined;
  }
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) return undefined;
  const text = textOf(field, op, value);
  return text === undefined ? undefined : { ...shown, text, given: { text, value } };
}

/** Returns a value as JSON; undefined if there is none. Text that is no value is returned unchanged. */
type WriteValue = (comparison: Comparison) => string | undefined;

/** The text of a condition. It is not valid JSON while a value is not valid. */
export function writeCondition(part: Part, writeValue: WriteValue): string {
  const raw = rawOf(part, writeValue);
  try {
    return JSON.stringify(JSON.parse(raw), null, 2);
  } catch {
    return raw;
  }
}

function rawOf(part: Part, writeValue: WriteValue): string {
  if (part.kind === 'other') return part.text;
  if (part.kind === 'comparison') {
    const [field, op] = [part.field, part.op].map((text) => JSON.stringify(text));
    const value = writeValue(part);
    // In the order in which the service returns them, so that equal conditions have equal texts.
    return `{"op":${op},"field":${field}${value === undefined ? '' : `,"value":${value}`}}`;
  }
  const parts = part.parts.map((one) => rawOf(one, writeValue));
  if (part.mode !== 'none') return `{"${part.mode}":[${parts.join(',')}]}`;
  return `{"not":${parts.length === 1 ? parts[0] : `{"any":[${parts.join(',')}]}`}}`;
}

/** The path of a part of a group, by which the service names errors. */
export function pathOfPart({ mode, parts }: Group, index: number): string {
  if (mode !== 'none') return `${mode}.${index}`;
  return parts.length === 1 ? 'not' : `not.any.${index}`;
}
