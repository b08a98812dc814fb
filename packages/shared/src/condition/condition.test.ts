import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Condition, type ConditionFields, type ConditionLeaf, conditionOps } from './condition.ts';
import { asCondition, conditionSchema, findConditionLimitError } from './condition-schema.ts';
import { evaluateCondition } from './evaluate-condition.ts';

const fields: ConditionFields = {
  title: { kind: 'text' },
  status: { kind: 'text', values: ['todo', 'blocked', 'done'] },
  owner: { kind: 'number' },
  due_at: { kind: 'moment' },
  urgent: { kind: 'flag' },
  tags: { kind: 'list' },
};
const schema = conditionSchema(fields);

const now = new Date('2026-11-21T15:30:00.000Z');
const record = {
  title: 'Pay the Invoice',
  status: 'blocked',
  owner: 7,
  due_at: '2026-11-24T00:00:00.000Z',
  urgent: true,
  tags: ['money', 'november'],
};
const before = { ...record, status: 'todo', owner: null };
const context = { record, before, input: { owner: 7, title: 'Pay' }, me: 7, now };

const evaluate = (leaf: ConditionLeaf, about = {}) => evaluateCondition(leaf, { ...context, ...about });

describe('a comparison', () => {
  it.each<[string, ConditionLeaf['op'], unknown?]>([
    ['title', 'eq', 'Pay the Invoice'],
    ['title', 'contains', 'the inv'],
    ['title', 'starts_with', 'PAY'],
    ['title', 'is_set'],
    ['status', 'in', ['done', 'blocked']],
    ['status', 'not_in', ['done', 'todo']],
    ['status', 'changed'],
    ['status', 'changed_to', 'blocked'],
    ['owner', 'eq', { var: 'me' }],
    ['owner', 'eq', { var: 'input.owner' }],
    ['owner', 'ne', 8],
    ['owner', 'ne', null],
    ['owner', 'changed_to', 7],
    ['owner', 'between', [7, 9]],
    ['owner', 'lt', 8],
    ['due_at', 'eq', '2026-11-24T01:00:00+01:00'],
    ['due_at', 'gt', { var: 'now' }],
    ['due_at', 'lte', { var: 'today', add_days: 3 }],
    ['due_at', 'eq', { var: 'record.due_at' }],
    ['due_at', 'between', [{ var: 'now', add_days: -1 }, '2026-11-24']],
    ['urgent', 'eq', true],
    ['tags', 'contains', 'money'],
    ['tags', 'has_any', ['august', 'november']],
    ['tags', 'has_all', ['november', 'money']],
  ])('%s %s %j is true', (field, op, value) => {
    const leaf = { field, op, ...(value === undefined ? {} : { value }) };
    expect(schema.safeParse(leaf).error).toBeUndefined();
    expect(evaluate(leaf as ConditionLeaf)).toBe(true);
  });

  it.each<[string, ConditionLeaf['op'], unknown?]>([
    ['title', 'eq', 'pay the invoice'],
    ['title', 'is_empty'],
    ['title', 'changed'],
    ['title', 'changed_to', 'Pay the Invoice'],
    ['status', 'changed_to', 'done'],
    ['owner', 'gt', 7],
    ['owner', 'between', [8, 9]],
    ['owner', 'eq', null],
    ['due_at', 'lt', { var: 'today', add_days: 3 }],
    ['due_at', 'ne', '2026-11-24T00:00:00Z'],
    ['urgent', 'changed'],
    ['tags', 'contains', 'mon'],
    ['tags', 'has_all', ['november', 'august']],
    ['tags', 'changed'],
  ])('%s %s %j is false', (field, op, value) => {
    const leaf = { field, op, ...(value === undefined ? {} : { value }) };
    expect(schema.safeParse(leaf).error).toBeUndefined();
    expect(evaluate(leaf as ConditionLeaf)).toBe(false);
  });

  it('treats null as neither equal to a value nor ordered, and every value of a new record as changed', () => {
    const nothing = { record: {}, before: null };
    for (const op of ['gt', 'gte', 'lt', 'lte', 'eq'] as const) {
      expect(evaluate({ field: 'owner', op, value: 0 }, nothing)).toBe(false);
    }
    expect(evaluate({ field: 'owner', op: 'eq', value: null }, nothing)).toBe(true);
    expect(evaluate({ field: 'constructor', op: 'is_set' }, nothing)).toBe(false);
    expect(evaluate({ field: 'owner', op: 'changed' }, { before: null })).toBe(true);
    expect(evaluate({ field: 'owner', op: 'changed' }, nothing)).toBe(false);
  });

  it('compares timestamps with dates', () => {
    const asDate = { record: { due_at: new Date(record.due_at) }, before: { due_at: record.due_at } };
    expect(evaluate({ field: 'due_at', op: 'changed' }, asDate)).toBe(false);
    expect(evaluate({ field: 'due_at', op: 'gt', value: { var: 'today' } }, asDate)).toBe(true);
  });
});

describe('the schema of conditions', () => {
  const deep = (levels: number): unknown =>
    levels === 0 ? { field: 'owner', op: 'is_set' } : { not: deep(levels - 1) };
  const many = (count: number) => ({ all: Array(count).fill({ field: 'owner', op: 'is_set' }) });

  it.each<[unknown, string]>([
    [{}, ''],
    [{ all: [] }, 'all'],
    [{ all: [5] }, 'all.0'],
    [{ some: [] }, 'some'],
    [{ any: [{ field: 'salary', op: 'is_set' }] }, 'any.0.field'],
    [{ not: { field: '__proto__', op: 'is_set' } }, 'not.field'],
    [{ field: 'title', op: 'like', value: 'x' }, 'op'],
    [{ field: 'title', op: 'gt', value: 'x' }, 'op'],
    [{ field: 'tags', op: 'eq', value: 'x' }, 'op'],
    [{ field: 'title', op: 'eq' }, 'value'],
    [{ field: 'title', op: 'eq', value: 5 }, 'value'],
    [{ field: 'title', op: 'contains', value: null }, 'value'],
    [{ field: 'title', op: 'is_set', value: 'x' }, 'value'],
    [{ field: 'title', op: 'eq', value: 'x', extra: 1 }, 'extra'],
    [{ field: 'title', op: 'eq', value: 'x'.repeat(1_001) }, 'value'],
    [{ field: 'status', op: 'eq', value: 'lost' }, 'value'],
    [{ field: 'status', op: 'in', value: ['todo', 'lost'] }, 'value.1'],
    [{ field: 'status', op: 'in', value: [] }, 'value'],
    [{ field: 'owner', op: 'between', value: [1] }, 'value'],
    [{ field: 'owner', op: 'eq', value: Number.NaN }, 'value'],
    [{ field: 'due_at', op: 'gt', value: 'soon' }, 'value'],
    [{ field: 'due_at', op: 'gt', value: { var: 'me' } }, 'value.var'],
    [{ field: 'due_at', op: 'gt', value: { var: 'record.salary' } }, 'value.var'],
    [{ field: 'due_at', op: 'gt', value: { var: 'now', add_days: 0.5 } }, 'value.add_days'],
    [{ field: 'owner', op: 'eq', value: { var: 'me', add_days: 1 } }, 'value.add_days'],
    [deep(6), 'not.not.not.not.not'],
    [many(51), 'all'],
    [{ all: [many(50)], any: [many(1)] }, ''],
  ])('rejects %j, with an error at "%s"', (condition, path) => {
    const { error } = schema.safeParse(condition);
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  it('accepts conditions of the maximum depth and size', () => {
    expect(schema.safeParse(deep(4)).success).toBe(true);
    expect(schema.safeParse(many(50)).success).toBe(true);
  });
});

const scalar = fc.oneof(
  fc.constant(null),
  fc.string({ maxLength: 8 }),
  fc.integer({ min: -3, max: 9 }),
  fc.boolean(),
  fc.constantFrom('2026-11-21T15:30:00Z', '2026-11-24', 'todo', 'money'),
  fc.record({
    var: fc.constantFrom('me', 'today', 'now', 'record.owner', 'input.title', 'record.due_at'),
    add_days: fc.integer({ min: -5, max: 5 }),
  }),
);
const leaf = fc.record(
  {
    field: fc.constantFrom(...Object.keys(fields)),
    op: fc.constantFrom(...conditionOps),
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
  },
  { requiredKeys: ['field', 'op'] },
);
const moment = fc.constantFrom('2026-11-24', { var: 'now' }, { var: 'record.due_at', add_days: -2 });
/** Valid conditions, in addition to random ones. */
const valid = fc.oneof(
  fc.record({
    field: fc.constant('title'),
    op: fc.constantFrom('contains', 'starts_with'),
    value: fc.string(),
  }),
  fc.record({
    field: fc.constant('owner'),
    op: fc.constantFrom('eq', 'ne', 'gt', 'lte'),
    value: fc.integer(),
  }),
  fc.record({
    field: fc.constant('due_at'),
    op: fc.constantFrom('eq', 'gte', 'lt', 'changed_to'),
    value: moment,
  }),
  fc.record({ field: fc.constant('due_at'), op: fc.constant('between'), value: fc.tuple(moment, moment) }),
  fc.record({
    field: fc.constantFrom(...Object.keys(fields)),
    op: fc.constantFrom('changed', 'is_set', 'is_empty'),
  }),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, { arbitrary: valid, weight: 6 }, leaf, {
    arbitrary: tie('group'),
    weight: 2,
  }),
  group: fc.record(
    {
      all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      not: tie('tree'),
    },
    { requiredKeys: [] },
  ),
}));
const values = fc.dictionary(
  fc.constantFrom(...Object.keys(fields)),
  fc.oneof(scalar, fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }), fc.date()),
);
const scope = fc.record({
  record: values,
  before: fc.option(values),
  input: values,
  me: fc.option(fc.integer()),
});

it('evaluates every accepted condition deterministically, and inverts it with not', () => {
  let accepted = 0;
  fc.assert(
    fc.property(tree, scope, (node, about) => {
      const parsed = schema.safeParse(node);
      if (!parsed.success) return;
      accepted += 1;
      const condition = asCondition(parsed.data);
      const result = (one: Condition) => evaluateCondition(one, { ...about, now });
      const answer = result(condition);
      expect([result(condition), result({ not: condition })]).toEqual([answer, !answer]);
      expect(result({ all: [condition, { not: condition }] })).toBe(false);
      expect(result({ any: [condition, { not: condition }] })).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(300);
});

describe('the size of a condition', () => {
  const leaf = (values: number, text = 'x'): ConditionLeaf => ({
    field: 'title',
    op: 'in',
    value: Array.from({ length: values }, () => text),
  });

  it('has at most 500 values, at any depth', () => {
    const single: ConditionLeaf = { field: 'owner', op: 'eq', value: 1 };
    const nested = (values: number): Condition => ({
      all: [single, { any: [leaf(100), leaf(100)] }],
      any: [leaf(100)],
      not: { all: [leaf(100), leaf(values)] },
    });
    expect(findConditionLimitError(nested(99))).toBeNull();
    expect(findConditionLimitError(nested(100))).toMatch(/at most 500 values/);
  });

  it('has at most 16 KiB in UTF-8', () => {
    expect(findConditionLimitError(leaf(50, 'x'.repeat(300)))).toBeNull();
    expect(findConditionLimitError(leaf(50, 'ü'.repeat(300)))).toMatch(/16 KiB/);
  });
});
