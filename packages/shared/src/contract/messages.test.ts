import { expect, it } from 'vitest';
import { z } from 'zod';
import { Id } from './ids.ts';
import { messageOf } from './messages.ts';
import { Line } from './text.ts';
import { CalendarDate, Email } from './wire.ts';

it.each([
  [z.strictObject({ name: Line() }), {}, 'Is required'],
  [z.strictObject({ kind: z.enum(['a', 'b']) }), {}, 'Is required'],
  [z.enum(['a', 'b']), 'c', 'Must be one of: a, b'],
  [z.literal('x'), 'y', 'Must be one of: x'],
  [Line(), '', 'Must not be empty'],
  [Line(3), 'four', 'Must have at most 3 characters'],
  [z.string().min(2), 'a', 'Must have at least 2 characters'],
  [z.array(z.int()).max(1), [1, 2], 'Must have at most 1 item'],
  [z.array(z.int()).min(1), [], 'Must not be empty'],
  [Id, 0, 'Must be greater than 0'],
  [Id, 2_147_483_648, 'Must be at most 2147483647'],
  [z.int().min(-1).max(5), -2, 'Must be at least -1'],
  [z.number().lt(5), 5, 'Must be less than 5'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.number(), '1', 'Must be a number'],
  [z.string(), null, 'Must be a string'],
  [z.boolean(), 'yes', 'Must be true or false'],
  [z.array(z.string()), {}, 'Must be a list'],
  [z.strictObject({}), [], 'Must be an object'],
  [CalendarDate, '2026-02-30', 'Must be a date such as 2026-03-14'],
  [Email, 'not an address', 'Must be an email address'],
  [z.string().min(3, 'Is too short for a name'), 'a', 'Is too short for a name'],
])('%# names the allowed values', (schema: z.ZodType, value, message) => {
  const { error } = schema.safeParse(value, { error: messageOf });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
