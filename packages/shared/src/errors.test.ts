import { expect, it } from 'vitest';
import { AppError, type ErrorKind, errorStatus, forbidden, invalidField, notFound } from './errors.ts';

it('maps every kind to its status', () => {
  for (const [kind, status] of Object.entries(errorStatus)) {
    expect(new AppError(kind as Exclude<ErrorKind, 'forbidden'>, 'Because').status).toBe(status);
  }
});

it('requires a reason for a 403, and permits none for other errors', () => {
  expect(forbidden('row_scope', 'Not this one', 'task:update')).toMatchObject({
    status: 403,
    denial: { reason: 'row_scope', permission: 'task:update' },
  });
  expect(forbidden('rule', 'Never').denial).toEqual({ reason: 'rule' });
  // @ts-expect-error a 403 without a reason must not compile
  expect(new AppError('forbidden', 'Why?').denial).toBeUndefined();
  // @ts-expect-error nor must another error with one
  expect(new AppError('conflict', 'Why?', { denial: { reason: 'rule' } }).denial).toBeDefined();
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
