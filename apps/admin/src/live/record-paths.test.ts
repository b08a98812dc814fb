import type { WebhookEvent } from '@wfp/client';
import { expect, it, vi } from 'vitest';
import { changedRecords, StaleRecords } from './record-paths.ts';

const resources = [
  { code: 'task', path: '/tasks' },
  { code: 'task_comment', path: '/tasks/:taskId/comments' },
  { code: 'enum', path: '/enums' },
  { code: 'organization', path: '/organizations/:id' },
  { code: 'event', path: null },
];

const event = (aggregate: [string, number], record: [string, number]): WebhookEvent => ({
  id: 1,
  org_id: 1,
  aggregate_type: aggregate[0],
  aggregate_id: aggregate[1],
  event_type: 'task.post_update',
  payload: { org_id: 1, actor_id: 1, record_type: record[0], record_id: record[1], action: 'post_update' },
  occurred_at: '2026-01-01T00:00:00.000Z',
});

it('finds the changed record and the one that it belongs to', () => {
  expect(changedRecords(event(['task', 7], ['task', 7]), resources)).toEqual([
    { code: 'task', listPath: '/tasks', id: 7, path: '/tasks/7' },
  ]);
  expect(changedRecords(event(['task', 7], ['task_comment', 3]), resources)).toEqual([
    { code: 'task', listPath: '/tasks', id: 7, path: '/tasks/7' },
    { code: 'task_comment', listPath: '/tasks/:taskId/comments', id: 3, path: '/tasks/7/comments/3' },
  ]);
  expect(changedRecords(event(['enum', 4], ['enum', 4]), resources)).toEqual([
    { code: 'enum', listPath: '/enums', id: 4, path: undefined },
  ]);
  expect(changedRecords(event(['organization', 5], ['organization', 5]), resources)).toEqual([
    { code: 'organization', listPath: '/organizations', id: 5, path: '/organizations/5' },
  ]);
  expect(changedRecords(event(['event', 1], ['unknown', 1]), resources)).toEqual([]);
});

it('does not search the table of operations for each event', () => {
  const keys = vi.spyOn(Object, 'keys');
  for (let id = 1; id <= 1_000; id += 1) changedRecords(event(['task', id], ['task', id]), resources);
  expect(keys.mock.calls.length).toBe(0);
  keys.mockRestore();
});

it('concerns lists of the resource, the changed records and what belongs to them, and their names', () => {
  const concerned = (listPath: string, id: number, paths: string[]) => {
    const stale = new StaleRecords({ code: 'any', listPath });
    stale.add(id, 'task.post_update');
    return paths.filter((path) => stale.concern(path));
  };
  const paths = ['/tasks', '/tasks/7', '/tasks/8', '/tasks/7/comments', '/tasks/8/comments', '/task-views'];
  expect(concerned('/tasks', 7, paths)).toEqual(['/tasks', '/tasks/7', '/tasks/7/comments']);
  const ofOrganization = ['/organizations/5', '/organizations/5/addresses'];
  expect(concerned('/organizations', 5, ofOrganization)).toEqual(ofOrganization);
  expect(
    concerned('/tasks/:taskId/comments', 3, [
      '/tasks/7/comments',
      '/tasks/7/comments/3',
      '/tasks/7/comments/4',
    ]),
  ).toEqual(['/tasks/7/comments', '/tasks/7/comments/3']);
  // The path of an enum has its code, which events do not contain.
  expect(concerned('/enums', 4, ['/enums', '/enums/priority'])).toEqual(['/enums', '/enums/priority']);
  const tasks = new StaleRecords({ code: 'task', listPath: '/tasks' });
  tasks.add(7, 'task.post_update');
  expect([tasks.concernName('task', 7), tasks.concernName('task', 8), tasks.concernName('team', 7)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('knows if records were only updated', () => {
  const records = new StaleRecords({ code: 'task', listPath: '/tasks' });
  records.add(7, 'task.post_update');
  expect(records.areOnlyUpdated).toBe(true);
  records.add(8, 'task.post_archive');
  records.add(7, 'task.post_update');
  expect([records.areOnlyUpdated, [...records.ids]]).toEqual([false, [7, 8]]);
});
