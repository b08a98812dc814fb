import { expect, it } from 'vitest';
import { AppError, errorStatus, invalidField, notFound } from './errors.ts';

it('maps every kind to its status', () => {
  for (const [kind, status] of Object.entries(errorStatus)) {
    expect(new AppError(kind as keyof typeof errorStatus, 'Because').status).toBe(status);
  }
});

it('hides its cause from the client', () => {
  const cause = new Error('internals');
  const error = new AppError('conflict', 'Already running', { cause, headers: { 'Retry-After': '1' } });
  expect(error).toMatchObject({ message: 'Already running', cause, headers: { 'Retry-After': '1' } });
  expect(error.details).toBeUndefined();
});

it('names the field of a violated constraint, but not why a record is missing', () => {
  expect(invalidField('title', 'Too long').details).toEqual({
    fieldErrors: { title: ['Too long'] },
    formErrors: [],
  });
  expect([notFound('Task').message, notFound().message]).toEqual(['Task not found', 'Record not found']);
});
