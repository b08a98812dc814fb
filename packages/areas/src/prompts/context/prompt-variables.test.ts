import { expect, it } from 'vitest';
import { z } from 'zod';
import { Task } from '../../tasks/index.ts';
import { isVariable, listSensitiveFields } from './prompt-variables.ts';

const mark = { 'x-sensitive': true };

it('finds sensitive fields, including nullable and optional ones', () => {
  const contract = z.object({
    title: z.string(),
    salary: z.number().meta(mark),
    diagnosis: z.string().meta(mark).nullable(),
    address: z.object({ street: z.string().meta(mark) }).optional(),
    due_at: z.string().nullable(),
  });
  expect([...listSensitiveFields(contract)]).toEqual(['salary', 'diagnosis', 'address']);
});

it('has no variable for a sensitive field of a task', () => {
  const marked = listSensitiveFields(Task);
  const variables = Object.keys(Task.shape).filter((field) => isVariable(`record.${field}`));
  expect(variables).toContain('title');
  expect(variables.filter((field) => marked.has(field))).toEqual([]);
});
