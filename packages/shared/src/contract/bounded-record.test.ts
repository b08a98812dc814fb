import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { BoundedRecord, isRecord } from './bounded-record.ts';

const validate = vi.fn((text: string) => text.length < 5);
const Labels = BoundedRecord(z.string(), z.string().refine(validate, 'Is too long'), {
  max: 3,
  keys: 'labels',
});
const object = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`k${index}`, 'text']));
const messagesFor = (value: unknown) =>
  Labels.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('accepts records up to the maximum', () => {
  expect(Labels.parse(object(3))).toEqual(object(3));
  expect(messagesFor({ a: 'text', b: 'long text' })).toEqual([['b', 'Is too long']]);
  expect(messagesFor([])).toEqual([['', 'Invalid input: expected record, received array']]);
  expect(messagesFor('{}')).toHaveLength(1);
});

it('validates no key of a record above the maximum', () => {
  validate.mockClear();
  expect(messagesFor(object(4))).toEqual([['', 'Must have at most 3 labels']]);
  expect(validate).not.toHaveBeenCalled();
});

it('keeps its maximum and stays a record if it is described', () => {
  const described = Labels.meta({ description: 'Labels by locale' });
  expect(z.toJSONSchema(described, { io: 'input' })).toMatchObject({
    ...{ type: 'object', maxProperties: 3, description: 'Labels by locale' },
  });
  expect([isRecord(described), isRecord(z.record(z.string(), z.string())), isRecord(z.string())]).toEqual([
    ...[true, true, false],
  ]);
});
