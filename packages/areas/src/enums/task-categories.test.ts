import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDueReplacements } from './values/lane.store.ts';

const { sql } = Prisma;
const path = '/enums/task_category/values';

let service: TestService;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  await disablePrompts(owner);
  stranger = await service.newOrganization();
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const add = async (code: string) => (await owner.call('POST', path, { code, label: code })).body.id as number;
const task = (category_code: string, by = owner) =>
  by.call('POST', '/tasks', { title: 'A task', category_code });
const tasksIn = async (code: string) => (await owner.call('GET', `/tasks?category_code=${code}`)).body.total;

it('accepts a category of the organization only in that organization', async () => {
  await add('garden');
  const { result, events } = await recorded(() => task('garden'));
  expect([result.status, result.body.category_code]).toEqual([201, 'garden']);
  expect(events).toEqual([`task.post_create ${result.body.id}`]);
  expect(await tasksIn('garden')).toBe(1);
  expect((await task('garden', stranger)).body.details.fieldErrors).toHaveProperty('category_code');
});

it.each(['unknown', 'urgent', 'Garden', 'no such', ''])('rejects the category %j', async (code) => {
  const { result, ...left } = await recorded(() => task(code));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['category_code']]);
  expect(left).toEqual(nothing);
});

describe('an archived category', () => {
  it('remains on existing tasks and cannot be set on others', async () => {
    const id = await add('attic');
    const old = (await task('attic')).body;
    const other = (await task('bug')).body;
    expect((await owner.call('DELETE', `${path}/${id}`)).status).toBe(204);
    const renamed = await owner.call('PATCH', `/tasks/${old.id}`, { title: 'New title' });
    expect([renamed.status, renamed.body.category_code]).toEqual([200, 'attic']);
    const whole = { title: 'Sent whole', category_code: 'attic' };
    expect((await owner.call('PATCH', `/tasks/${old.id}`, whole)).status).toBe(200);
    const { result, ...left } = await recorded(() => owner.call('PATCH', `/tasks/${other.id}`, whole));
    expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toEqual([
      422,
      ['category_code'],
      nothing,
    ]);
    expect((await task('attic')).status).toBe(422);
  });

  it('is rejected for new tasks, like an inactive one', async () => {
    const id = await add('cellar');
    await owner.call('PATCH', `${path}/${id}`, { is_active: false });
    expect((await task('cellar')).status).toBe(422);
    await owner.call('PATCH', `${path}/${id}`, { is_active: true });
    expect((await task('cellar')).status).toBe(201);
  });
});

describe('replace', () => {
  const replace = (id: number, with_code: string) =>
    owner.call('POST', `${path}/${id}/replace`, { with_code });

  it('moves every task once, with its event, with two workers', async () => {
    const [from] = [await add('shed'), await add('barn')];
    const made = await Promise.all(Array.from({ length: 130 }, () => task('shed')));
    const asked = await recorded(() => replace(from, 'barn'));
    expect(asked.result).toMatchObject({
      status: 202,
      body: { id: from, status: 'queued', with_code: 'barn' },
    });
    expect(asked.audit).toMatchObject([
      { resource: 'enum_value', record_id: from, after: { replaced_with: 'barn' } },
    ]);
    expect((await task('shed')).status).toBe(422);
    expect((await replace(from, 'barn')).status).toBe(202);
    const barn = (await owner.call('GET', `${path}?limit=100`)).body.data.find(
      (one: any) => one.code === 'barn',
    );
    expect((await replace(barn.id, 'shed')).body.details.fieldErrors).toHaveProperty('with_code');
    expect((await owner.call('DELETE', `${path}/${barn.id}`)).status).toBe(422);

    const log = createLogger('worker', 'fatal');
    const workers = await Promise.all(
      [1, 2].map(() => startWorker({ config: service.config, log, opsPort: 0 })),
    );
    try {
      const value = await eventually(
        async () => (await owner.call('GET', `${path}/${from}`)).body,
        (one) => one.replaced_at !== null,
      );
      expect(value).toMatchObject({ replaced_with: 'barn', is_active: false });
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    expect([await tasksIn('shed'), await tasksIn('barn')]).toEqual([0, 130]);
    const ids = made.map((one) => one.body.id);
    const [counts] = await service.rows(sql`select
      (select count(*)::int from events where org_id = ${owner.user.org_id} and event_type = 'task.post_update'
        and aggregate_id = any(${ids}::int[])) as events,
      (select count(*)::int from audit_log where org_id = ${owner.user.org_id} and resource = 'task' and action = 'update'
        and record_id = any(${ids}::int[]) and actor_id = ${owner.user.id}) as entries,
      (select count(*)::int from events where org_id = ${owner.user.org_id} and event_type = 'enum.value.replaced') as ends`);
    expect(counts).toEqual({ events: 130, entries: 130, ends: 1 });
  });

  it('finishes several replacements of an organization, one after the other', async () => {
    const from = [await add('cart'), await add('coach')];
    const to = await add('car');
    await Promise.all([task('cart'), task('coach'), task('coach')]);
    for (const id of from) expect((await replace(id, 'car')).status).toBe(202);
    expect((await findDueReplacements(service.platform)).map(({ org_id }) => org_id)).toEqual([
      owner.user.org_id,
    ]);
    const log = createLogger('worker', 'fatal');
    const worker = await startWorker({ config: service.config, log, opsPort: 0 });
    try {
      for (const id of from)
        await eventually(
          async () => (await owner.call('GET', `${path}/${id}`)).body,
          (one) => one.replaced_at !== null,
        );
    } finally {
      await worker.stop();
    }
    expect([await tasksIn('cart'), await tasksIn('coach'), await tasksIn('car')]).toEqual([0, 0, 3]);
    expect(await findDueReplacements(service.platform)).toEqual([]);
    expect((await owner.call('GET', `${path}/${to}`)).body.is_active).toBe(true);
  });

  it.each([
    ['status', 'todo', 'done'],
    ['task_category', 'bug', 'bug'],
    ['task_category', 'bug', 'unknown'],
  ])('rejects replacing %s %s with %s', async (of, code, with_code) => {
    const { body } = await owner.call('GET', `/enums/${of}`);
    const { id } = body.values.find((one: { code: string }) => one.code === code);
    const { result, ...left } = await recorded(() =>
      owner.call('POST', `/enums/${of}/values/${id}/replace`, { with_code }),
    );
    expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toEqual([
      422,
      ['with_code'],
      nothing,
    ]);
  });

  it('rejects one of two concurrent opposite replacements', async () => {
    const [a, b] = [await add('ebb'), await add('flow')];
    const answers = await Promise.all([replace(a, 'flow'), replace(b, 'ebb')]);
    expect(answers.map((one) => one.status).sort()).toEqual([202, 422]);
  });
});
