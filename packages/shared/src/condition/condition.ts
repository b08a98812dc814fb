/** How a field is compared. */
export const conditionOps = [
  'eq',
  'ne',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'contains',
  'starts_with',
  'is_set',
  'is_empty',
  'has_any',
  'has_all',
  'changed',
  'changed_to',
] as const;
export type ConditionOp = (typeof conditionOps)[number];

/** What is known only when a condition is asked: `me`, `today`, `now`, `record.due_at`, `input.title`. */
export interface ConditionVariable {
  var: string;
  /** Moments alone: that many days later, or earlier. */
  add_days?: number;
}

/** What a field is compared with. */
export type ConditionOperand = string | number | boolean | null | ConditionVariable;

/** One comparison. */
export interface ConditionLeaf {
  field: string;
  op: ConditionOp;
  value?: ConditionOperand | readonly ConditionOperand[];
}

/** Several conditions: all of `all` hold, one of `any` does, and `not` does not. */
export interface ConditionGroup {
  all?: readonly Condition[];
  any?: readonly Condition[];
  not?: Condition;
}

/** A question about a record that is kept as data, never as code. */
export type Condition = ConditionLeaf | ConditionGroup;

/** How a condition sees a field. */
export interface ConditionField {
  /** `list` is one of texts. */
  kind: 'text' | 'number' | 'moment' | 'flag' | 'list';
  /** The values it can have, where they are few and known. */
  values?: readonly string[];
}

/** The fields of a record that conditions may ask about. */
export type ConditionFields = Readonly<Record<string, ConditionField>>;

/** Fields with their values, as the wire has them; moments may be `Date`s as well. */
export type ConditionValues = Readonly<Record<string, unknown>>;

/** What a condition is asked about. */
export interface ConditionContext {
  /** The record as it is, or as it would be. */
  record: ConditionValues;
  /** As it was before the change; null where there was none. */
  before: ConditionValues | null;
  /** What was sent. */
  input: ConditionValues;
  /** Whose act it is, as a user's id. */
  me: number | null;
  now: Date;
}
