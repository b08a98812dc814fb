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

/** A value known only at evaluation: `me`, `today`, `now`, `record.due_at`, `input.title`. */
export interface ConditionVariable {
  var: string;
  /** Days to add; for dates and timestamps only, may be negative. */
  add_days?: number;
}

export type ConditionOperand = string | number | boolean | null | ConditionVariable;

export interface ConditionLeaf {
  field: string;
  op: ConditionOp;
  value?: ConditionOperand | readonly ConditionOperand[];
}

/** True if all conditions of `all` are true, at least one of `any` is true, and `not` is false. */
export interface ConditionGroup {
  all?: readonly Condition[];
  any?: readonly Condition[];
  not?: Condition;
}

/** A predicate on a record, stored as data. */
export type Condition = ConditionLeaf | ConditionGroup;

export interface ConditionField {
  /** A `moment` is a date or timestamp; a `list` contains texts. */
  kind: 'text' | 'number' | 'date' | 'moment' | 'flag' | 'list';
  /** The allowed values, if they are fixed. */
  values?: readonly string[];
  /** The enum of the allowed values, if organizations can extend them. */
  enumCode?: string;
  /** The resource whose ids the field contains. */
  ref?: string;
  /** The allowed operators. Default: those of the kind. */
  ops?: readonly ConditionOp[];
}

/** The fields of a record that conditions can refer to. */
export type ConditionFields = Readonly<Record<string, ConditionField>>;

/** Field values as in the API; dates and timestamps may also be `Date`s. */
export type ConditionValues = Readonly<Record<string, unknown>>;

/** The data that a condition is evaluated on. */
export interface ConditionContext {
  /** The record, or the record after the write. */
  record: ConditionValues;
  /** The record before the change; null for a new one. */
  before: ConditionValues | null;
  /** The fields of the request. */
  input: ConditionValues;
  /** The acting user's id. */
  me: number | null;
  now: Date;
}
