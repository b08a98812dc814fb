import type {
  Condition,
  ConditionContext,
  ConditionLeaf,
  ConditionOp,
  ConditionValues,
  ConditionVariable,
} from './condition.ts';
import { includesText } from './includes-text.ts';

const dayMs = 86_400_000;

/**
 * Evaluates a condition. Values that cannot be compared are unequal; null is neither greater nor less than anything.
 */
export function evaluateCondition(condition: Condition, context: ConditionContext): boolean {
  return evaluateNode(condition, { ...context, lowerCased: new Map() });
}

interface Evaluated extends ConditionContext {
  /** Texts in lower case: many comparisons may read the same long text. */
  lowerCased: Map<string, string>;
}

function evaluateNode(condition: Condition, context: Evaluated): boolean {
  if ('op' in condition) return evaluateLeaf(condition, context);
  const { all, any, not } = condition;
  if (all && !all.every((one) => evaluateNode(one, context))) return false;
  if (any && !any.some((one) => evaluateNode(one, context))) return false;
  return !(not && evaluateNode(not, context));
}

interface Compared {
  actual: unknown;
  given: readonly unknown[];
  before: unknown;
  lowerCased: Map<string, string>;
}

type Test = (compared: Compared) => boolean;

/** Converts the actual value to a time once: the other values may be hundreds of texts. */
const isAnyOf: Test = ({ actual, given }) => {
  if (given.includes(actual)) return true;
  if (Array.isArray(actual)) return given.some((one) => same(actual, one));
  const moment = momentOf(actual);
  return moment !== undefined && given.some((one) => momentOf(one) === moment);
};
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
  between: (compared) => atLeast(compared) && atMost({ ...compared, given: compared.given.slice(1) }),
  contains: (compared) =>
    Array.isArray(compared.actual) ? has(compared.actual, compared.given[0]) : inText(compared, includesText),
  starts_with: (compared) => inText(compared, (text, sought) => text.startsWith(sought)),
  is_set: ({ actual }) => !isEmpty(actual),
  is_empty: ({ actual }) => isEmpty(actual),
  has_any: ({ actual, given }) => given.some((one) => has(actual, one)),
  has_all: ({ actual, given }) => given.every((one) => has(actual, one)),
  changed: isChanged,
  changed_to: (compared) => isChanged(compared) && isAnyOf(compared),
};

function evaluateLeaf({ field, op, value }: ConditionLeaf, context: Evaluated): boolean {
  const operands = Array.isArray(value) ? value : [value];
  return tests[op]({
    actual: fieldOf(context.record, field),
    given: operands.map((one) => resolveOperand(one, context)),
    before: context.before && fieldOf(context.before, field),
    lowerCased: context.lowerCased,
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
function inText(
  { actual, given: [part], lowerCased }: Compared,
  isFound: (text: string, part: string) => boolean,
): boolean {
  if (typeof actual !== 'string' || typeof part !== 'string') return false;
  return isFound(inLowerCase(actual, lowerCased), inLowerCase(part, lowerCased));
}

function inLowerCase(text: string, known: Map<string, string>): string {
  const lower = known.get(text) ?? text.toLowerCase();
  known.set(text, lower);
  return lower;
}
