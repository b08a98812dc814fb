import { expect, it } from 'vitest';
import { rightsQuery } from './rights-query.ts';
import { refusalOf } from './row-rights.ts';

it('requests rights of records and lists that have them', () => {
  const paths = ['/tasks', '/tasks/7', '/tasks/7/comments/8', '/enums/priority', '/teams/3/members'];
  expect(paths.filter((path) => rightsQuery(path).include !== 'can')).toEqual([]);
  expect(['/events', '/audit-log', '/tasks/7/history', '/tasks/'].map(rightsQuery)).toEqual([{}, {}, {}, {}]);
});

it('names the permission that is lacking on a record, if its rights tell', () => {
  const remove = { method: 'delete', path: '/tasks/:id' };
  const refusal = (row: object, operation = remove, read = 'GET /tasks') =>
    refusalOf({ id: 7, ...row }, read, operation);
  expect(refusal({ can: ['update'] })).toEqual({ permission: 'task:archive', recordId: 7 });
  expect(refusal({ can: ['archive'] })).toBeUndefined();
  expect(refusal({})).toBeUndefined();
  // The import of holidays requires a permission on other records than the calendar.
  const importing = { method: 'post', path: '/holiday-calendars/:id/import' };
  expect(refusal({ can: [] }, importing, 'GET /holiday-calendars/{id}')).toBeUndefined();
});
