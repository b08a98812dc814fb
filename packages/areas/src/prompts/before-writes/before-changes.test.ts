import { randomUUID } from 'node:crypto';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { promptText, sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReviewedService, rejectingVerdict } from '../testing/reviewed-service.ts';

const { sql } = Prisma;

let reviewed: ReviewedService;
beforeAll(async () => {
  reviewed = await ReviewedService.start();
});
afterAll(() => reviewed?.stop());
beforeEach(() => reviewed.reset());

const titles = async () =>
  (
    await reviewed.service.rows<{ title: string }>(
      sql`select title from tasks where org_id = ${reviewed.owner.user.org_id} order by id`,
    )
  ).map((one) => one.title);
describe('prompt templates before a task change', () => {
  it.each<[string, (id: number, status: string) => [string, string, object]]>([
    ['patched', (id, status) => ['PATCH', `/tasks/${id}`, { status }]],
    ['moved', (id, status) => ['POST', `/tasks/${id}/move`, { status, position: 0 }]],
    ['changed in bulk', (id, status) => ['POST', '/tasks/bulk', { ids: [id], patch: { status } }]],
  ])('evaluates the changed task when it is %s', async (_, request) => {
    const { id } = (await reviewed.create('Fix the door')).body;
    await reviewed.template({ hook: 'task.pre_update' });
    expect((await reviewed.owner.call(...request(id, 'blocked'))).status).toBe(200);
    const [asked] = reviewed.llm.requests;
    expect(asked && promptText(asked)).toMatch(/Fix the door<\/data-\w+> \/ <data-\w+>blocked</);
    expect(await reviewed.runs()).toMatchObject([{ record_id: id, hook: 'task.pre_update' }]);
    reviewed.respondWith(rejectingVerdict);
    const before = (await reviewed.owner.call('GET', `/tasks/${id}`)).body;
    expect((await reviewed.owner.call(...request(id, 'reviewing'))).status).toBe(422);
    expect((await reviewed.owner.call('GET', `/tasks/${id}`)).body).toEqual(before);
    expect(await reviewed.runs()).toMatchObject([
      { record_id: id, output: rejectingVerdict },
      { record_id: id },
    ]);
  });

  it('does not evaluate tasks that a patch does not change', async () => {
    const { owner } = reviewed;
    const [same, other] = [
      (await reviewed.create('Fix the door')).body,
      (await reviewed.create('Paint it')).body,
    ];
    const [{ id: owner_employee_id }] = (await owner.call('GET', '/employees')).body.data;
    const initiative = (await owner.call('POST', '/initiatives', { name: 'Repairs', owner_employee_id })).body
      .id;
    const link = (task_ids: number[]) => owner.call('POST', `/initiatives/${initiative}/tasks`, { task_ids });
    await owner.call('PATCH', `/tasks/${same.id}`, { priority: 'high' });
    await link([same.id]);
    await reviewed.template({ hook: 'task.pre_update' });
    reviewed.respondWith(rejectingVerdict);
    const patches = [
      {},
      { priority: 'high' },
      { status: 'todo', title: same.title, initiative_id: initiative },
    ];
    for (const patch of patches) {
      expect((await owner.call('PATCH', `/tasks/${same.id}`, patch)).status).toBe(200);
      expect((await owner.call('POST', '/tasks/bulk', { ids: [same.id], patch })).status).toBe(200);
    }
    expect((await link([same.id])).body).toEqual({ count: 0 });
    expect(reviewed.llm.requests).toHaveLength(0);

    const bulk = () =>
      owner.call('POST', '/tasks/bulk', { ids: [same.id, other.id], patch: { priority: 'high' } });
    expect((await bulk()).status).toBe(422);
    reviewed.respondWith({ verdict: 'accept' });
    expect((await bulk()).body.data.map((task: any) => task.id)).toEqual([same.id, other.id]);
    expect(await reviewed.runs()).toMatchObject([{ record_id: other.id }, { record_id: other.id }]);
    const moved = await owner.call('POST', `/tasks/${other.id}/move`, { status: 'todo', position: 1 });
    expect([moved.status, reviewed.llm.requests.length]).toEqual([200, 3]);
  });

  it('evaluates tasks that are added to or removed from an initiative', async () => {
    const { owner } = reviewed;
    const ids = [
      (await reviewed.create('Fix the door')).body.id,
      (await reviewed.create('Paint it')).body.id,
    ];
    const [{ id: owner_employee_id }] = (await owner.call('GET', '/employees')).body.data;
    const initiative = (await owner.call('POST', '/initiatives', { name: 'Repairs', owner_employee_id })).body
      .id;
    await reviewed.template({ hook: 'task.pre_update', user_text: '{{record.initiative_id}} {{input}}' });
    const call = (action: 'tasks' | 'tasks/unlink', id: number, task_ids: number[]) =>
      owner.call('POST', `/initiatives/${id}/${action}`, { task_ids });
    const linked = async () => (await owner.call('GET', `/initiatives/${initiative}/tasks`)).body.total;

    expect((await call('tasks', 2_000_000_000, ids)).status).toBe(404);
    expect(reviewed.llm.requests).toHaveLength(0);
    reviewed.respondWith(rejectingVerdict);
    expect((await call('tasks', initiative, ids)).status).toBe(422);
    expect(await linked()).toBe(0);
    reviewed.respondWith({ verdict: 'accept' });
    const done = await recordedBy(reviewed.service, owner.user.org_id, () =>
      call('tasks', initiative, [...ids, ...ids]),
    );
    expect(done.result.body).toEqual({ count: 2 });
    expect(done.events.filter((one) => one.startsWith('prompt_run.completed'))).toHaveLength(2);
    expect(
      (await reviewed.runs())
        .slice(0, 2)
        .map((run: any) => run.record_id)
        .toSorted(),
    ).toEqual(ids.toSorted());
    reviewed.respondWith(rejectingVerdict);
    expect((await call('tasks/unlink', initiative, ids.slice(0, 1))).status).toBe(422);
    expect(await linked()).toBe(2);
    reviewed.respondWith({ verdict: 'accept' });
    expect((await call('tasks/unlink', initiative, ids.slice(0, 1))).status).toBe(204);
    expect(reviewed.llm.requests.map(promptText).at(-1)).toMatch(
      /none<\/data-\w+> <data-\w+>{\\"initiative_id\\":null}/,
    );
  });

  it('evaluates the result of a suggestion before it is applied', async () => {
    const { id } = (await reviewed.create('Fix the door')).body;
    const { org_id } = reviewed.owner.user;
    const [run] = await executeOperational<{ id: number }>(
      reviewed.service.platform,
      sql`insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type, record_id, status,
          record_state, output, finished_at)
        select org_id, id, 1, 1, hook, 'task', ${id}::int, 'succeeded', '{"priority":"medium"}', '{"priority":"high"}', now()
        from prompt_templates where org_id = ${org_id} and code = 'triage-task' returning id`,
    );
    await reviewed.template({ hook: 'task.pre_update' });
    const apply = () =>
      reviewed.owner.call('POST', `/prompt-runs/${run?.id}/apply`, { fields: ['priority'] });
    reviewed.respondWith(rejectingVerdict);
    expect((await apply()).status).toBe(422);
    const task = async () => (await reviewed.owner.call('GET', `/tasks/${id}`)).body;
    expect(await task()).toMatchObject({ priority: 'medium' });
    reviewed.respondWith({ verdict: 'accept' });
    expect((await apply()).status).toBe(200);
    expect(await task()).toMatchObject({ priority: 'high' });
    expect(reviewed.llm.requests.map(promptText)).toEqual([
      expect.stringContaining('priority'),
      expect.stringContaining('priority'),
    ]);
    expect((await reviewed.runs()).length).toBe(2);
    expect((await apply()).status).toBe(422);
    expect(reviewed.llm.requests).toHaveLength(2);
  });

  it('provides the new parent of the task', async () => {
    const [old, next] = [
      (await reviewed.create('Old parent')).body,
      (await reviewed.create('Next parent')).body,
    ];
    const { id } = (await reviewed.owner.call('POST', '/tasks', { title: 'Child', parent_task_id: old.id }))
      .body;
    await reviewed.template({ hook: 'task.pre_update', user_text: '{{parent}}' });
    for (const body of [{ title: 'Same' }, { parent_task_id: next.id }, { parent_task_id: null }])
      expect((await reviewed.owner.call('PATCH', `/tasks/${id}`, body)).status).toBe(200);
    expect(reviewed.llm.requests.map(promptText)).toEqual([
      expect.stringContaining('Old parent'),
      expect.stringContaining('Next parent'),
      expect.stringContaining('>none<'),
    ]);
  });

  it('rejects a bulk change if one task is rejected, and names the task', async () => {
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push((await reviewed.create(title)).body.id);
    await reviewed.template({ hook: 'task.pre_update' });
    reviewed.behave = (response, asked) =>
      sendLlmResponse(
        response,
        asked,
        JSON.stringify(promptText(asked).includes('Two<') ? rejectingVerdict : { verdict: 'accept' }),
      );
    const { status, body } = await reviewed.owner.call('POST', '/tasks/bulk', {
      ids,
      patch: { priority: 'high' },
    });
    expect([status, body.details.formErrors]).toEqual([
      422,
      [`Task ${ids[1]}: Says nothing about where`, `Task ${ids[1]}: Has no customer`],
    ]);
    expect(reviewed.llm.requests).toHaveLength(3);
  });

  it('starts no more calls for a bulk change after the deadline', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 10; at += 1) ids.push((await reviewed.create(`Task ${at}`)).body.id);
    await reviewed.template({ hook: 'task.pre_update' });
    reviewed.behave = () => undefined;
    const { status } = await reviewed.owner.call('POST', '/tasks/bulk', { ids, patch: { priority: 'high' } });
    expect([status, reviewed.llm.requests.length]).toEqual([200, 8]);
    const runs = await reviewed.runs();
    expect(runs.map((run: any) => [run.status, run.record_id]).sort()).toEqual(
      ids.map((id) => ['failed', id]).sort(),
    );
  });

  it('calls no provider for tasks that the caller may not change', async () => {
    const { id } = (await reviewed.create('Mine')).body;
    await reviewed.template({ hook: 'task.pre_update' });
    const employee = await reviewed.service.newUser(reviewed.owner, ['employee']);
    const stranger = await reviewed.service.newOrganization();
    const patch = (by: typeof reviewed.owner) => by.call('PATCH', `/tasks/${id}`, { title: 'Theirs' });
    expect([403, 404]).toContain((await patch(employee)).status);
    expect((await patch(stranger)).status).toBe(404);
    expect(reviewed.llm.requests).toEqual([]);
  });
});

describe('a request with an Idempotency-Key', () => {
  it('is evaluated once, with no open transaction', async () => {
    await reviewed.template();
    const open: unknown[] = [];
    reviewed.behave = async (response, asked) => {
      // A request with an idempotency key holds an advisory lock in its transaction.
      open.push(
        ...(await reviewed.service.rows(sql`select mode from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`)),
      );
      sendLlmResponse(response, asked, '{"verdict":"accept"}');
    };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await reviewed.create('Once', headers);
    const again = await reviewed.create('Once', headers);
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect([reviewed.llm.requests.length, open, await titles()]).toEqual([1, [], ['Once']]);
  });
});
