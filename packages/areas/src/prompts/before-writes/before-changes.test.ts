import { randomUUID } from 'node:crypto';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { promptText, sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReviewedService, rejectingVerdict } from '../testing/reviewed-service.ts';

const { sql } = Prisma;

let judged: ReviewedService;
beforeAll(async () => {
  judged = await ReviewedService.start();
});
afterAll(() => judged?.stop());
beforeEach(() => judged.reset());

const titles = async () =>
  (
    await judged.service.rows<{ title: string }>(
      sql`select title from tasks where org_id = ${judged.owner.user.org_id} order by id`,
    )
  ).map((one) => one.title);
describe('before a task is changed', () => {
  it.each<[string, (id: number, status: string) => [string, string, object]]>([
    ['patched', (id, status) => ['PATCH', `/tasks/${id}`, { status }]],
    ['moved', (id, status) => ['POST', `/tasks/${id}/move`, { status, position: 0 }]],
    ['changed in bulk', (id, status) => ['POST', '/tasks/bulk', { ids: [id], patch: { status } }]],
  ])('what it would be is judged when it is %s', async (_, request) => {
    const { id } = (await judged.create('Fix the door')).body;
    await judged.template({ hook: 'task.pre_update' });
    expect((await judged.owner.call(...request(id, 'blocked'))).status).toBe(200);
    const [asked] = judged.llm.asked;
    expect(asked && promptText(asked)).toMatch(/Fix the door<\/data-\w+> \/ <data-\w+>blocked</);
    expect(await judged.runs()).toMatchObject([{ record_id: id, hook: 'task.pre_update' }]);
    judged.respondWith(rejectingVerdict);
    const before = (await judged.owner.call('GET', `/tasks/${id}`)).body;
    expect((await judged.owner.call(...request(id, 'reviewing'))).status).toBe(422);
    expect((await judged.owner.call('GET', `/tasks/${id}`)).body).toEqual(before);
    expect(await judged.runs()).toMatchObject([
      { record_id: id, output: rejectingVerdict },
      { record_id: id },
    ]);
  });

  it('asks about no task that a patch does not change', async () => {
    const { owner } = judged;
    const [same, other] = [
      (await judged.create('Fix the door')).body,
      (await judged.create('Paint it')).body,
    ];
    const [{ id: owner_employee_id }] = (await owner.call('GET', '/employees')).body.data;
    const initiative = (await owner.call('POST', '/initiatives', { name: 'Repairs', owner_employee_id })).body
      .id;
    const link = (task_ids: number[]) => owner.call('POST', `/initiatives/${initiative}/tasks`, { task_ids });
    await owner.call('PATCH', `/tasks/${same.id}`, { priority: 'high' });
    await link([same.id]);
    await judged.template({ hook: 'task.pre_update' });
    judged.respondWith(rejectingVerdict);
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
    expect(judged.llm.asked).toHaveLength(0);

    const bulk = () =>
      owner.call('POST', '/tasks/bulk', { ids: [same.id, other.id], patch: { priority: 'high' } });
    expect((await bulk()).status).toBe(422);
    judged.respondWith({ verdict: 'accept' });
    expect((await bulk()).body.data.map((task: any) => task.id)).toEqual([same.id, other.id]);
    expect(await judged.runs()).toMatchObject([{ record_id: other.id }, { record_id: other.id }]);
    const moved = await owner.call('POST', `/tasks/${other.id}/move`, { status: 'todo', position: 1 });
    expect([moved.status, judged.llm.asked.length]).toEqual([200, 3]);
  });

  it('what it would be is judged when it is linked to an initiative, or taken off', async () => {
    const { owner } = judged;
    const ids = [(await judged.create('Fix the door')).body.id, (await judged.create('Paint it')).body.id];
    const [{ id: owner_employee_id }] = (await owner.call('GET', '/employees')).body.data;
    const initiative = (await owner.call('POST', '/initiatives', { name: 'Repairs', owner_employee_id })).body
      .id;
    await judged.template({ hook: 'task.pre_update', user_text: '{{record.initiative_id}} {{input}}' });
    const call = (method: string, id: number, task_ids: number[]) =>
      owner.call(method, `/initiatives/${id}/tasks`, { task_ids });
    const linked = async () => (await owner.call('GET', `/initiatives/${initiative}/tasks`)).body.total;

    expect((await call('POST', 2_000_000_000, ids)).status).toBe(404);
    expect(judged.llm.asked).toHaveLength(0);
    judged.respondWith(rejectingVerdict);
    expect((await call('POST', initiative, ids)).status).toBe(422);
    expect(await linked()).toBe(0);
    judged.respondWith({ verdict: 'accept' });
    const done = await recordedBy(judged.service, owner.user.org_id, () =>
      call('POST', initiative, [...ids, ...ids]),
    );
    expect(done.result.body).toEqual({ count: 2 });
    expect(done.events.filter((one) => one.startsWith('prompt_run.completed'))).toHaveLength(2);
    expect(
      (await judged.runs())
        .slice(0, 2)
        .map((run: any) => run.record_id)
        .toSorted(),
    ).toEqual(ids.toSorted());
    judged.respondWith(rejectingVerdict);
    expect((await call('DELETE', initiative, ids.slice(0, 1))).status).toBe(422);
    expect(await linked()).toBe(2);
    judged.respondWith({ verdict: 'accept' });
    expect((await call('DELETE', initiative, ids.slice(0, 1))).status).toBe(204);
    expect(judged.llm.asked.map(promptText).at(-1)).toMatch(
      /none<\/data-\w+> <data-\w+>{\\"initiative_id\\":null}/,
    );
  });

  it('what a suggestion would make of it is judged when that is applied', async () => {
    const { id } = (await judged.create('Fix the door')).body;
    const { org_id } = judged.owner.user;
    const [run] = await executeOperational<{ id: number }>(
      judged.service.platform,
      sql`insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type, record_id, status,
          record_state, output)
        select org_id, id, 1, 1, hook, 'task', ${id}::int, 'succeeded', '{"priority":"medium"}', '{"priority":"high"}'
        from prompt_templates where org_id = ${org_id} and code = 'triage-task' returning id`,
    );
    await judged.template({ hook: 'task.pre_update' });
    const apply = () => judged.owner.call('POST', `/prompt-runs/${run?.id}/apply`, { fields: ['priority'] });
    judged.respondWith(rejectingVerdict);
    expect((await apply()).status).toBe(422);
    const task = async () => (await judged.owner.call('GET', `/tasks/${id}`)).body;
    expect(await task()).toMatchObject({ priority: 'medium' });
    judged.respondWith({ verdict: 'accept' });
    expect((await apply()).status).toBe(200);
    expect(await task()).toMatchObject({ priority: 'high' });
    expect(judged.llm.asked.map(promptText)).toEqual([
      expect.stringContaining('priority'),
      expect.stringContaining('priority'),
    ]);
    expect((await judged.runs()).length).toBe(2);
    expect((await apply()).status).toBe(422);
    expect(judged.llm.asked).toHaveLength(2);
  });

  it('the parent is the one that the task would have', async () => {
    const [old, next] = [(await judged.create('Old parent')).body, (await judged.create('Next parent')).body];
    const { id } = (await judged.owner.call('POST', '/tasks', { title: 'Child', parent_task_id: old.id }))
      .body;
    await judged.template({ hook: 'task.pre_update', user_text: '{{parent}}' });
    for (const body of [{ title: 'Same' }, { parent_task_id: next.id }, { parent_task_id: null }])
      expect((await judged.owner.call('PATCH', `/tasks/${id}`, body)).status).toBe(200);
    expect(judged.llm.asked.map(promptText)).toEqual([
      expect.stringContaining('Old parent'),
      expect.stringContaining('Next parent'),
      expect.stringContaining('>none<'),
    ]);
  });

  it('in bulk, one task that is rejected stops all, and is named', async () => {
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push((await judged.create(title)).body.id);
    await judged.template({ hook: 'task.pre_update' });
    judged.behave = (response, asked) =>
      sendLlmResponse(
        response,
        asked,
        JSON.stringify(promptText(asked).includes('Two<') ? rejectingVerdict : { verdict: 'accept' }),
      );
    const { status, body } = await judged.owner.call('POST', '/tasks/bulk', {
      ids,
      patch: { priority: 'high' },
    });
    expect([status, body.details.formErrors]).toEqual([
      422,
      [`Task ${ids[1]}: Says nothing about where`, `Task ${ids[1]}: Has no customer`],
    ]);
    expect(judged.llm.asked).toHaveLength(3);
  });

  it('in bulk, nobody is asked any more once the time is over', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 10; at += 1) ids.push((await judged.create(`Task ${at}`)).body.id);
    await judged.template({ hook: 'task.pre_update' });
    judged.behave = () => undefined;
    const { status } = await judged.owner.call('POST', '/tasks/bulk', { ids, patch: { priority: 'high' } });
    expect([status, judged.llm.asked.length]).toEqual([200, 8]);
    const runs = await judged.runs();
    expect(runs.map((run: any) => [run.status, run.record_id]).sort()).toEqual(
      ids.map((id) => ['failed', id]).sort(),
    );
  });

  it('nobody is asked about what the caller may not change', async () => {
    const { id } = (await judged.create('Mine')).body;
    await judged.template({ hook: 'task.pre_update' });
    const employee = await judged.service.newUser(judged.owner, ['employee']);
    const stranger = await judged.service.newOrganization();
    const patch = (by: typeof judged.owner) => by.call('PATCH', `/tasks/${id}`, { title: 'Theirs' });
    expect([403, 404]).toContain((await patch(employee)).status);
    expect((await patch(stranger)).status).toBe(404);
    expect(judged.llm.asked).toEqual([]);
  });
});

describe('a request with an Idempotency-Key', () => {
  it('is asked about once, while no transaction is open', async () => {
    await judged.template();
    const open: unknown[] = [];
    judged.behave = async (response, asked) => {
      // The transaction of a request with a key holds an advisory lock, which everybody may see.
      open.push(
        ...(await judged.service.rows(sql`select mode from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`)),
      );
      sendLlmResponse(response, asked, '{"verdict":"accept"}');
    };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await judged.create('Once', headers);
    const again = await judged.create('Once', headers);
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect([judged.llm.asked.length, open, await titles()]).toEqual([1, [], ['Once']]);
  });
});
