import { z } from 'zod';
import { CalendarDate, Timestamp } from '../contract/index.ts';
import { maxListedErrors } from '../error-list.ts';
import {
  type Condition,
  type ConditionField,
  type ConditionFields,
  type ConditionOp,
  conditionOps,
} from './condition.ts';

const maxDepth = 5;
const maxLeaves = 50;
const maxValues = 100;
const maxTextLength = 1_000;
const maxDays = 3_650;
/** Of all comparisons together. */
const maxComparedValues = 500;
const maxBytes = 16 * 1024;

const allVariables: readonly string[] = ['me', 'today', 'now', 'record.*', 'input.*'];

type Path = readonly (string | number)[];
type Kind = ConditionField['kind'];

interface ConditionOptions {
  /** The allowed variables. Default: all, those of fields included. */
  variables?: readonly string[];
}

/** The path of a node, and the function that reports its errors. */
interface NodeContext extends ConditionOptions {
  fields: ConditionFields;
  path: Path;
  reject: (path: Path, message: string) => void;
}

/**
 * Creates the schema of conditions on these fields. Errors are reported by path: `all.0.field`. Depth and size are
 * limited, so that no condition is expensive to evaluate.
 */
export function conditionSchema(fields: ConditionFields, options: ConditionOptions = {}) {
  return z
    .record(z.string(), z.unknown())
    .superRefine((condition, refinement) => {
      let rejections = 0;
      // One more error than is listed, so that the response reports further errors.
      const reject = (path: Path, message: string) => {
        rejections += 1;
        if (rejections > maxListedErrors + 1) return;
        refinement.addIssue({ code: 'custom', path: [...path], message });
      };
      const leaves = checkNode(condition, { ...options, fields, path: [], reject }, 1);
      if (leaves > maxLeaves) reject([], `Must have at most ${maxLeaves} comparisons`);
    })
    .meta({
      description: `A condition: {"all"|"any": [{"field", "op", "value"}], "not": …}, at most ${maxDepth} levels deep, with ${maxLeaves} comparisons, ${maxComparedValues} values and ${maxBytes / 1024} KiB. Operators: ${listOps(fields).join(', ')}`,
      'x-condition': describeForForms(fields, options),
    });
}

/** The keyword `x-condition` of a JSON Schema: what forms offer. `record.*` and `input.*` stand for any field. */
function describeForForms(fields: ConditionFields, { variables = allVariables }: ConditionOptions) {
  const described = Object.entries(fields).map(([name, field]) => {
    const { kind, values, enumCode, ref } = field;
    const choice = {
      ...(values && { values }),
      ...(enumCode && { vocabulary: enumCode }),
      ...(ref && { ref }),
    };
    return [name, { kind, ops: opsFor(field), ...choice }] as const;
  });
  return { fields: Object.fromEntries(described), variables };
}

const opsFor = ({ kind, ops = opsOf[kind] }: ConditionField) => ops;

/** The operators that at least one of the fields allows. */
function listOps(fields: ConditionFields): ConditionOp[] {
  const allowed = new Set(Object.values(fields).flatMap(opsFor));
  return conditionOps.filter((op) => allowed.has(op));
}

/**
 * Returns why a condition that {@link conditionSchema} has accepted is too large to be saved; null if it is not. The
 * schema does not check this, because conditions that were saved before these limits may be larger.
 */
export function findConditionLimitError(condition: Condition): string | null {
  if (Buffer.byteLength(JSON.stringify(condition)) > maxBytes)
    return `Must not exceed ${maxBytes / 1024} KiB`;
  return countComparedValues(condition) > maxComparedValues
    ? `Must have at most ${maxComparedValues} values in all comparisons together`
    : null;
}

function countComparedValues(condition: Condition): number {
  if ('op' in condition) return Array.isArray(condition.value) ? condition.value.length : 1;
  const { all = [], any = [], not } = condition;
  return [...all, ...any, ...(not ? [not] : [])].reduce((sum, one) => sum + countComparedValues(one), 0);
}

/** Casts a value that {@link conditionSchema} has accepted. */
export function asCondition(accepted: Record<string, unknown>): Condition {
  return accepted as unknown as Condition;
}

const at = (context: NodeContext, ...below: Path): NodeContext => ({
  ...context,
  path: [...context.path, ...below],
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports errors in a node and below it, and returns the number of comparisons. */
function checkNode(node: unknown, context: NodeContext, depth: number): number {
  if (!isObject(node)) return addError(context, 'Must be a comparison, or an object with all, any or not');
  if (depth > maxDepth) return addError(context, `Must be at most ${maxDepth} levels deep`);
  return 'op' in node || 'field' in node ? checkLeaf(node, context) : checkGroup(node, context, depth);
}

function addError({ path, reject }: NodeContext, message: string): number {
  reject(path, message);
  return 0;
}

function rejectOthers(node: object, known: readonly string[], context: NodeContext): void {
  const others = Object.keys(node).filter((name) => !known.includes(name));
  for (const key of others.slice(0, maxListedErrors + 1)) {
    addError(at(context, key), `Is not allowed; must be one of: ${known.join(', ')}`);
  }
}

function checkGroup(node: Record<string, unknown>, context: NodeContext, depth: number): number {
  if (Object.keys(node).length === 0) return addError(context, 'Must have all, any or not');
  rejectOthers(node, ['all', 'any', 'not'], context);
  let leaves = 'not' in node ? checkNode(node.not, at(context, 'not'), depth + 1) : 0;
  for (const key of ['all', 'any'].filter((name) => name in node)) {
    const parts = node[key];
    const below = at(context, key);
    if (!Array.isArray(parts) || parts.length === 0)
      addError(below, 'Must be a non-empty list of conditions');
    // The conditions of a list that is too long are not validated.
    else if (parts.length > maxLeaves) addError(below, `Must have at most ${maxLeaves} conditions`);
    else for (const [index, part] of parts.entries()) leaves += checkNode(part, at(below, index), depth + 1);
  }
  return leaves;
}

const unaryOps: readonly ConditionOp[] = ['is_set', 'is_empty', 'changed'];
const equalityOps: readonly ConditionOp[] = ['eq', 'ne', 'changed_to', ...unaryOps];
/** The kinds as error messages name them. */
const kindNames: Record<Kind, string> = {
  text: 'text',
  number: 'number',
  date: 'date',
  moment: 'date or timestamp',
  flag: 'boolean',
  list: 'list',
};

/** The operands that are allowed for a field, as error messages name them. */
const operandNames: Record<Kind, string> = {
  ...kindNames,
  text: `text of at most ${maxTextLength.toLocaleString('en')} characters`,
};

const choiceOps: readonly ConditionOp[] = ['in', 'not_in'];
const orderOps: readonly ConditionOp[] = ['gt', 'gte', 'lt', 'lte', 'between'];

const opsOf: Record<Kind, readonly ConditionOp[]> = {
  text: [...equalityOps, ...choiceOps, 'contains', 'starts_with'],
  number: [...equalityOps, ...choiceOps, ...orderOps],
  date: [...equalityOps, ...choiceOps, ...orderOps],
  moment: [...equalityOps, ...choiceOps, ...orderOps],
  flag: equalityOps,
  list: [...unaryOps, 'contains', 'has_any', 'has_all'],
};

function checkLeaf(node: Record<string, unknown>, context: NodeContext): number {
  rejectOthers(node, ['field', 'op', 'value'], context);
  const field = fieldAt(node.field, context);
  const op = conditionOps.find((one) => one === node.op);
  if (!op) addError(at(context, 'op'), `Must be one of: ${conditionOps.join(', ')}`);
  else if (field && !opsFor(field).includes(op)) {
    addError(
      at(context, 'op'),
      `Is not allowed for a ${kindNames[field.kind]}; must be one of: ${opsFor(field).join(', ')}`,
    );
  } else if (field) checkValue(node, op, field, at(context, 'value'));
  return 1;
}

function fieldAt(name: unknown, context: NodeContext): ConditionField | undefined {
  const { fields } = context;
  if (typeof name === 'string' && Object.hasOwn(fields, name)) return fields[name];
  addError(at(context, 'field'), `Must be one of: ${Object.keys(fields).join(', ')}`);
  return undefined;
}

function checkValue(node: object, op: ConditionOp, field: ConditionField, context: NodeContext): void {
  const value: unknown = 'value' in node ? node.value : undefined;
  if (unaryOps.includes(op)) {
    if (value !== undefined) addError(context, `Must be omitted with ${op}`);
    return;
  }
  if (value === undefined) {
    addError(context, 'Is required');
    return;
  }
  const compared: ConditionField = field.kind === 'list' ? { ...field, kind: 'text' } : field;
  if (op === 'between') checkValues(value, compared, context, 2, 2);
  else if (['in', 'not_in', 'has_any', 'has_all'].includes(op)) {
    checkValues(value, compared, context, 1, maxValues);
  } else if (value !== null || !equalityOps.includes(op)) {
    // The operators that do not compare for equality are not limited to the allowed values: `contains` may compare with a
    // part of one.
    checkOperand(value, equalityOps.includes(op) ? compared : { kind: compared.kind }, context);
  }
}

function checkValues(
  value: unknown,
  field: ConditionField,
  context: NodeContext,
  least: number,
  most: number,
): void {
  if (!Array.isArray(value) || value.length < least || value.length > most) {
    addError(context, `Must be a list of ${least === most ? most : `${least} to ${most}`} values`);
    return;
  }
  for (const [index, one] of value.entries()) checkOperand(one, field, at(context, index));
}

const isOf: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value.length <= maxTextLength,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  date: (value) => CalendarDate.safeParse(value).success,
  moment: (value) => Timestamp.safeParse(value).success || CalendarDate.safeParse(value).success,
  flag: (value) => typeof value === 'boolean',
  list: () => false,
};

function checkOperand(value: unknown, field: ConditionField, context: NodeContext): void {
  if (isObject(value)) checkVariable(value, field, context);
  else if (!isOf[field.kind](value))
    addError(context, `Must be a ${operandNames[field.kind]}, or a {"var": …} of that kind`);
  else if (field.values && !field.values.includes(value as string)) {
    addError(context, `Must be one of: ${field.values.join(', ')}`);
  }
}

function checkVariable(value: Record<string, unknown>, { kind }: ConditionField, context: NodeContext): void {
  rejectOthers(value, ['var', 'add_days'], context);
  const { variables } = context;
  const found =
    !variables || variables.some((name) => name === value.var)
      ? kindOfVariable(value.var, context.fields)
      : undefined;
  const allowed = variables?.join(', ') ?? 'me, today, now, record.<field> or input.<field>';
  if (!found) addError(at(context, 'var'), `Must be ${allowed}`);
  else if (found !== kind && !(value.var === 'today' && kind === 'date'))
    addError(at(context, 'var'), `Is a ${kindNames[found]}; must be a ${kindNames[kind]}`);
  if (value.add_days === undefined) return;
  const days = value.add_days;
  const isWithin = typeof days === 'number' && Number.isInteger(days) && Math.abs(days) <= maxDays;
  if (!isWithin) addError(at(context, 'add_days'), `Must be a whole number from -${maxDays} to ${maxDays}`);
  else if (kind !== 'moment' && kind !== 'date')
    addError(at(context, 'add_days'), 'Is allowed for dates and timestamps only');
}

function kindOfVariable(name: unknown, fields: ConditionFields): Kind | undefined {
  if (name === 'me') return 'number';
  if (name === 'today' || name === 'now') return 'moment';
  const field = typeof name === 'string' ? /^(?:record|input)\.([a-z_]+)$/.exec(name)?.[1] : undefined;
  return field !== undefined && Object.hasOwn(fields, field) ? fields[field]?.kind : undefined;
}
