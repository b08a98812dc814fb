import { expect, it } from 'vitest';
import { checkResponse } from './check-response.ts';

const task = { method: 'GET', path: '/tasks/7' };
const error = { error: 'Record not found' };

function response(status: number, body: unknown, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'one', ...headers };
  return { status, headers: new Headers(all), text: body === undefined ? '' : JSON.stringify(body) };
}

it('accepts described responses, and responses of unknown paths and methods', () => {
  expect(checkResponse(task, response(404, error))).toEqual({ operation: 'GET /tasks/{id}', status: '404' });
  expect(checkResponse(task, response(500, error))).toEqual({
    operation: 'GET /tasks/{id}',
    status: 'default',
  });
  expect(checkResponse({ ...task, method: 'PUT' }, response(405, error))).toBeUndefined();
  expect(checkResponse({ ...task, path: '/nowhere' }, response(404, error))).toBeUndefined();
});

it.each([
  ['a status', response(418, error), 'has an undescribed status'],
  ['a field', response(404, { ...error, stack: 'at …' }), 'must NOT have additional properties'],
  ['a missing field', response(404, {}), "must have required property 'error'"],
  ['a value', response(404, { error: 4 }), 'it/error must be string'],
  ['a body', response(304, {}), 'has a body'],
  ['a kind of content', response(404, error, { 'content-type': 'text/html' }), 'is text/html'],
  ['a header', response(429, error, { 'retry-after': 'soon' }), 'Retry-After: it must match pattern'],
])('rejects %s that does not match the description', (_, wrong, fault) => {
  expect(() => checkResponse(task, wrong)).toThrow(fault);
});

it('rejects a missing header', () => {
  const { headers, ...rest } = response(404, error);
  headers.delete('x-request-id');
  expect(() => checkResponse(task, { ...rest, headers })).toThrow('has no X-Request-Id');
});
