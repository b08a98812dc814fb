import { expect, it } from 'vitest';
import { checkResponse } from './check-response.ts';

const task = { method: 'GET', path: '/tasks/7' };
const error = { error: 'Record not found' };

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'one', ...headers };
  return { status, headers: new Headers(all), text: body === undefined ? '' : JSON.stringify(body) };
}

it('lets pass what is described, and what is asked of nobody', () => {
  expect(checkResponse(task, answer(404, error))).toEqual({ operation: 'GET /tasks/{id}', status: '404' });
  expect(checkResponse(task, answer(500, error))).toEqual({
    operation: 'GET /tasks/{id}',
    status: 'default',
  });
  expect(checkResponse({ ...task, method: 'PUT' }, answer(405, error))).toBeUndefined();
  expect(checkResponse({ ...task, path: '/nowhere' }, answer(404, error))).toBeUndefined();
});

it.each([
  ['a status', answer(418, error), 'has a status that is not described'],
  ['a field', answer(404, { ...error, stack: 'at …' }), 'must NOT have additional properties'],
  ['a field that is left out', answer(404, {}), "must have required property 'error'"],
  ['a value', answer(404, { error: 4 }), 'it/error must be string'],
  ['a body', answer(304, {}), 'has a body'],
  ['a kind of content', answer(404, error, { 'content-type': 'text/html' }), 'is text/html'],
  ['a header', answer(429, error, { 'retry-after': 'soon' }), 'Retry-After: it must match pattern'],
])('finds %s that is not as described', (_, wrong, fault) => {
  expect(() => checkResponse(task, wrong)).toThrow(fault);
});

it('finds a header that is left out', () => {
  const { headers, ...rest } = answer(404, error);
  headers.delete('x-request-id');
  expect(() => checkResponse(task, { ...rest, headers })).toThrow('has no X-Request-Id');
});
