import { expect, it } from 'vitest';
import { ErrorList, maxListedErrors } from './error-list.ts';
import { AppError } from './errors.ts';

const unlisted = 'There are more errors; only the first 100 are listed';
const numbers = (length: number) => Array.from({ length }, (_, index) => `f${index}`);

it('lists errors by field and of the whole input, each message once', () => {
  const list = new ErrorList();
  expect(list.isEmpty).toBe(true);
  for (const field of ['title', 'title', '__proto__', 'constructor']) list.add([field], 'Is unknown');
  list.add(['tags', 3], 'Must be a string');
  list.add([], 'Must have a title');
  const { fieldErrors, formErrors } = list.toDetails();
  expect(Object.entries(fieldErrors)).toEqual([
    ['title', ['Is unknown']],
    ['__proto__', ['Is unknown']],
    ['constructor', ['Is unknown']],
    ['tags.3', ['Must be a string']],
  ]);
  expect(formErrors).toEqual(['Must have a title']);
  expect([list.isEmpty, list.isFull]).toEqual([false, false]);
});

it('keeps the first 100 errors and reports further ones', () => {
  const list = new ErrorList();
  for (const field of numbers(maxListedErrors)) list.add([field], 'Is unknown');
  expect([list.isFull, list.toDetails().formErrors]).toEqual([false, []]);
  list.add(['f0'], 'Is unknown');
  expect(list.isFull).toBe(false);
  for (const field of ['one', 'two']) list.add([field], 'Is unknown');
  expect(list.isFull).toBe(true);
  const { fieldErrors, formErrors } = list.toDetails();
  expect([Object.keys(fieldErrors), formErrors]).toEqual([numbers(maxListedErrors), [unlisted]]);
});

it('shortens long names without splitting a character', () => {
  const list = new ErrorList();
  list.add([`${'x'.repeat(199)}😀`], 'Is unknown');
  const [name = ''] = Object.keys(list.toDetails().fieldErrors);
  expect([name.length, name.isWellFormed(), name.endsWith('…')]).toEqual([201, true, true]);
});

it('limits the errors of every AppError', () => {
  const fieldErrors = { ...Object.fromEntries(numbers(99).map((field) => [field, ['a']])), ids: ['b', 'c'] };
  const invalid = (details: AppError['details']) => new AppError('invalid', 'Invalid', { details }).details;
  expect(invalid({ fieldErrors: { ids: numbers(100) }, formErrors: [] })).toEqual({
    fieldErrors: { ids: numbers(100) },
    formErrors: [],
  });
  const limited = invalid({ fieldErrors, formErrors: ['first'] });
  expect(limited?.formErrors).toEqual(['first', unlisted]);
  expect(Object.values(limited?.fieldErrors ?? {}).flat()).toHaveLength(99);
  expect(invalid(limited)).toEqual(limited);
});
