import type { ConditionField, ConditionSchema } from '../../../api/resources.ts';
import { type FormField, parseText, textOf } from '../form-fields.ts';
import type { Comparison } from './condition-tree.ts';
import { conditionWords } from './condition-words.ts';

const withoutValue = ['is_set', 'is_empty', 'changed'];
const withList = ['in', 'not_in', 'between', 'has_any', 'has_all'];
/** The inputs of several values. */
export const listKinds: ReadonlySet<FormField['kind']> = new Set(['lines', 'choices', 'references']);

/** With these, a part of an allowed value is compared too. */
const withPart = ['contains', 'starts_with'];

const kindsOfVariables: Readonly<Record<string, readonly ConditionField['kind'][]>> = {
  me: ['number'],
  today: ['moment', 'date'],
  now: ['moment'],
};

/** The field with a name; undefined for names such as `constructor`, which every object has. */
export const fieldOf = ({ fields }: ConditionSchema, name: string): ConditionField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** The variables with which a field can be compared: those of its kind. Lists are compared with texts. */
export function variablesFor({ fields, variables }: ConditionSchema, field: ConditionField): string[] {
  const compared = field.kind === 'list' ? 'text' : field.kind;
  return variables.flatMap((name) => {
    if (!name.endsWith('.*')) return kindsOfVariables[name]?.includes(compared) ? [name] : [];
    const alike = Object.entries(fields).filter(([, { kind }]) => kind === compared);
    return alike.map(([other]) => `${name.slice(0, -1)}${other}`);
  });
}

export const canAddDays = ({ kind }: ConditionField): boolean => kind === 'moment' || kind === 'date';

/** The input of the value of a comparison; undefined if it has none. */
export function inputFor(field: ConditionField | undefined, op: string): FormField | undefined {
  if (!field || op === '' || withoutValue.includes(op)) return undefined;
  const { kind, values = [], vocabulary, ref } = field;
  const input: FormField = {
    ...{
      name: 'value',
      isRequired: true,
      isNullable: false,
      description: undefined,
      options: [],
      fields: [],
    },
    ...{
      maxLength: undefined,
      initial: undefined,
      items: undefined,
      variables: undefined,
      condition: undefined,
      catalogue: undefined,
    },
    ...{ vocabulary: undefined, ref, size: { min: 0, max: 0 }, kind: 'text' },
  };
  if (withList.includes(op)) {
    if (op !== 'between' && !ref && (vocabulary || values.length > 0))
      return { ...input, kind: 'choices', options: values, vocabulary };
    const hints = [
      op === 'between' && conditionWords.between,
      (kind === 'date' || kind === 'moment') && conditionWords.dates(kind === 'moment'),
    ];
    return {
      ...{ ...input, description: hints.filter(Boolean).join('. ') || undefined },
      kind: ref ? 'references' : 'lines',
    };
  }
  if (ref) return { ...input, kind: 'reference' };
  if (kind === 'flag') return { ...input, kind: 'select', options: ['true', 'false'] };
  if ((vocabulary || values.length > 0) && !withPart.includes(op))
    return { ...input, kind: 'select', options: values, vocabulary };
  const kinds = { number: 'number', date: 'date', moment: 'datetime', text: 'text', list: 'text' } as const;
  return { ...input, kind: kinds[kind] };
}

/** Shows the value of a comparison as the text of its input; undefined if the input cannot show it. */
export function textOfValue(
  schema: ConditionSchema,
  name: string,
  op: string,
  value: unknown,
): string | undefined {
  const input = inputFor(fieldOf(schema, name), op);
  if (input?.kind === 'datetime' && value !== null && Number.isNaN(Date.parse(String(value))))
    return undefined;
  return input ? textOf(input, value) : '';
}

/** Returns the value of a comparison as JSON; undefined if it has none. Text that is no value is returned unchanged. */
export function writeValue(schema: ConditionSchema, comparison: Comparison): string | undefined {
  const { field: name, op, variable, days, text, given } = comparison;
  const field = fieldOf(schema, name);
  const input = inputFor(field, op);
  if (given && given.text === text && variable === '') return JSON.stringify(given.value);
  if (!field || !input) return undefined;
  if (variable !== '')
    return `{"var":${JSON.stringify(variable)}${days.trim() === '' ? '' : `,"add_days":${days}`}}`;
  if (text.trim() === '') return undefined;
  const isNumeric = field.kind === 'number' || field.kind === 'flag';
  if ((input.kind === 'lines' || input.kind === 'choices') && isNumeric)
    return `[${text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(literalOf)
      .join(',')}]`;
  if (isNumeric && input.kind !== 'references') return literalOf(text);
  try {
    return JSON.stringify(parseText(input, text));
  } catch {
    return text;
  }
}

/** A number as JSON, which does not permit `.5` or `007`. Other text is returned unchanged. */
const literalOf = (text: string): string => (Number.isFinite(Number(text)) ? String(Number(text)) : text);

/** A comparison after its field or operator was changed, without a value or variable that no longer fits. */
export function adapt(schema: ConditionSchema, before: Comparison, change: Partial<Comparison>): Comparison {
  const after = { ...before, ...change };
  const [old, now] = [fieldOf(schema, before.field), fieldOf(schema, after.field)];
  const op = now && !now.ops.includes(after.op) ? (now.ops[0] ?? '') : after.op;
  const input = inputFor(now, op);
  const hasSameInput = before.field === after.field && inputFor(old, before.op)?.kind === input?.kind;
  if (hasSameInput) return { ...after, op };
  const isList = input !== undefined && listKinds.has(input.kind);
  const keepsVariable = input && !isList && now && variablesFor(schema, now).includes(after.variable);
  const text = before.field === after.field ? converted(after.text, isList) : '';
  return { ...after, op, text, given: null, ...(keepsVariable ? {} : { variable: '', days: '' }) };
}

/** The first line, if the input has only one. */
const converted = (text: string, isList: boolean) => (isList ? text : (text.split(/[\n,]/)[0] ?? ''));
