import type {
  Condition,
  ConditionContext,
  ConditionLeaf,
  ConditionOp,
  ConditionValues,
  ConditionVariable,
} from './condition.ts';

const dayMs = 86_400_000;

/**
 * Evaluates a condition. Values that cannot be compared are unequal; null is neither greater nor less than anything.
 */
export function evaluateCondition(condition: Condition, context: ConditionContext): boolean {
  if ('op' in condition) return evaluateLeaf(condition, context);
  const { all, any, not } = condition;
  if (all && !all.every((one) => evaluateCondition(one, context))) return false;
  if (any && !any.some((one) => evaluateCondition(one, context))) return false;
  return !(not && evaluateCondition(not, context));
}

interface Compared {
  actual: unknown;
  given: readonly unknown[];
  before: unknown;
}

type Test = (compared: Compared) => boolean;

const isAnyOf: Test = ({ actual, given }) => given.some((one) => same(actual, one));
const isChanged: Test = ({ actual, before }) => !same(actual, before);
const ordered =
  (isIt: (order: number) => boolean): Test =>
  ({ actual, given: [than] }) => {
    const order = orderOf(actual, than);
    return order !== undefined && isIt(order);
  };
const atLeast = ordered((order) => order >= 0);
const atMost = ordered((order) => order <= 0);

const tests: Record<ConditionOp, Test> = {
  eq: isAnyOf,
  ne: (compared) => !isAnyOf(compared),
  in: isAnyOf,
  not_in: (compared) => !isAnyOf(compared),
  gt: ordered((order) => order > 0),
  gte: atLeast,
  lt: ordered((order) => order < 0),
  lte: atMost,
  between: ({ actual, given: [from, to], before }) =>
    atLeast({ actual, given: [from], before }) && atMost({ actual, given: [to], before }),
  contains: ({ actual, given: [part] }) =>
    Array.isArray(actual) ? has(actual, part) : inText(actual, part, (text, sought) => text.includes(sought)),
  starts_with: ({ actual, given: [part] }) => inText(actual, part, (text, sought) => text.startsWith(sought)),
  is_set: ({ actual }) => !isEmpty(actual),
  is_empty: ({ actual }) => isEmpty(actual),
  has_any: ({ actual, given }) => given.some((one) => has(actual, one)),
  has_all: ({ actual, given }) => given.every((one) => has(actual, one)),
  changed: isChanged,
  changed_to: (compared) => isChanged(compared) && isAnyOf(compared),
};

function evaluateLeaf({ field, op, value }: ConditionLeaf, context: ConditionContext): boolean {
  const operands = Array.isArray(value) ? value : [value];
  return tests[op]({
    actual: fieldOf(context.record, field),
    given: operands.map((one) => resolveOperand(one, context)),
    before: context.before && fieldOf(context.before, field),
  });
}

/** Own properties only: `constructor` is not a field. */
function fieldOf(values: ConditionValues, field: string): unknown {
  return Object.hasOwn(values, field) ? (values[field] ?? null) : null;
}

function resolveOperand(operand: unknown, context: ConditionContext): unknown {
  if (!isVariable(operand)) return operand ?? null;
  const value = variableOf(operand.var, context);
  if (operand.add_days === undefined) return value;
  const moment = momentOf(value);
  return moment === undefined ? null : new Date(moment + operand.add_days * dayMs);
}

const isVariable = (operand: unknown): operand is ConditionVariable =>
  typeof operand === 'object' && operand !== null && 'var' in operand;

function variableOf(name: string, { record, input, me, now }: ConditionContext): unknown {
  if (name === 'me') return me;
  if (name === 'now') return now;
  if (name === 'today') return new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  const [of, field = ''] = name.split('.');
  return fieldOf(of === 'input' ? input : record, field);
}

const momentPattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A date or timestamp in milliseconds. */
function momentOf(value: unknown): number | undefined {
  const isOne = value instanceof Date || (typeof value === 'string' && momentPattern.test(value));
  const moment = isOne ? new Date(value).getTime() : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Negative, positive or zero, like a sort comparator; undefined if the values cannot be compared. */
function orderOf(one: unknown, other: unknown): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [moment, than] = [momentOf(one), momentOf(other)];
  return moment === undefined || than === undefined ? undefined : moment - than;
}

function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) || Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other);
  return orderOf(one, other) === 0;
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const has = (list: unknown, item: unknown) => Array.isArray(list) && list.includes(item);

/** Ignores case. */
function inText(text: unknown, part: unknown, isFound: (text: string, part: string) => boolean): boolean {
  return (
    typeof text === 'string' && typeof part === 'string' && isFound(text.toLowerCase(), part.toLowerCase())
  );
}
