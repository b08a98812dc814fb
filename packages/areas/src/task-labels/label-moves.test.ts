import { createLogger, type Lane } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { labelMoveLane } from './label-moves.lane.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let atEnd: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await startOwnService();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  await disablePrompts(owner);
});
// A running worker would change tasks before later tests read them.
afterEach(async () => {
  for (const end of atEnd) await end();
  atEnd = [];
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const createLabel = async (name: string): Promise<number> =>
  (await owner.call('POST', '/task-labels', { name })).body.id;
const moveLabel = (id: number, what: 'rename' | 'merge', body: object) =>
  owner.call('POST', `/task-labels/${id}/${what}`, body);
const errorFields = (answer: { body: any }) => Object.keys(answer.body.details.fieldErrors);
const createTasks = (label: string, count: number, by = owner) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { body } = await by.call('POST', '/tasks', { title: 'A task', label });
      return body.id as number;
    }),
  );
const countTasks = async (label: string, by = owner): Promise<number> =>
  (await by.call('GET', `/tasks?label=${label}`)).body.total;
const findQueuedMoves = () =>
  service.rows<{ from: string }>(
    sql`select "from" from task_label_moves where org_id = ${owner.user.org_id}`,
  );

/** Runs workers until all queued replacements are done. */
async function runMoves(workers = 1): Promise<void> {
  const options = { config: service.config, log: createLogger('worker', 'fatal'), opsPort: 0 };
  const running = await Promise.all(Array.from({ length: workers }, () => startWorker(options)));
  atEnd.push(() => Promise.all(running.map((worker) => worker.stop())));
  await eventually(findQueuedMoves, (rows) => rows.length === 0);
}

async function listChanges(ids: readonly number[]) {
  const [books] = await service.rows<{
    events: number;
    entries: number;
    actors: (number | null)[];
  }>(sql`select
    (select count(*)::int from events where org_id = ${owner.user.org_id} and event_type = 'task.post_update'
      and aggregate_id = any(${[...ids]}::int[])) as events,
    (select count(*)::int from audit_log where org_id = ${owner.user.org_id} and resource = 'task'
      and action = 'update' and record_id = any(${[...ids]}::int[])) as entries,
    (select array_agg(distinct actor_id) from audit_log where org_id = ${owner.user.org_id} and resource = 'task'
      and action = 'update' and record_id = any(${[...ids]}::int[])) as actors`);
  return books;
}

it('renames a label and updates each of its tasks once with two workers', async () => {
  const stranger = await service.newOrganization();
  const id = await createLabel('Bug');
  const [ids] = [
    await createTasks('Bug', 130),
    await createTasks('Other', 2),
    await createTasks('Bug', 1, stranger),
  ];
  const request = await recorded(() => moveLabel(id, 'rename', { name: 'Defect' }));
  expect(request.result).toMatchObject({ status: 202, body: { id, status: 'queued' } });
  expect(request.events).toEqual([`task_label.post_update ${id}`]);
  expect(request.audit).toMatchObject([{ before: { name: 'Bug' }, after: { name: 'Defect' } }]);
  await runMoves(2);
  expect([await countTasks('Bug'), await countTasks('Defect'), await countTasks('Other')]).toEqual([
    0, 130, 2,
  ]);
  expect(await countTasks('Bug', stranger)).toBe(1);
  expect(await listChanges(ids)).toEqual({ events: 130, entries: 130, actors: [owner.user.id] });
});

it('merges a label with one audit entry and updates its tasks', async () => {
  const [from, into_id] = [await createLabel('Bug'), await createLabel('Defect')];
  const ids = [...(await createTasks('Bug', 3)), ...(await createTasks('Defect', 2))];
  const { result, events, audit } = await recorded(() => moveLabel(from, 'merge', { into_id }));
  expect(result).toMatchObject({ status: 202, body: { id: into_id, status: 'queued' } });
  expect(events).toEqual([`task_label.post_archive ${from}`, `task_label.merged ${from}`]);
  expect(audit).toMatchObject([{ action: 'merge', resource: 'task_label', record_id: from }]);
  expect((await owner.call('GET', `/task-labels/${from}`)).status).toBe(404);
  await runMoves();
  expect([await countTasks('Bug'), await countTasks('Defect')]).toEqual([0, 5]);
  expect(await listChanges(ids)).toEqual({ events: 3, entries: 3, actors: [owner.user.id] });
});

it('applies two renames in order, including a rename back', async () => {
  const [there, back] = [await createLabel('A'), await createLabel('X')];
  await createTasks('A', 3);
  await createTasks('X', 2);
  for (const name of ['B', 'C']) expect((await moveLabel(there, 'rename', { name })).status).toBe(202);
  for (const name of ['Y', 'X']) expect((await moveLabel(back, 'rename', { name })).status).toBe(202);
  await runMoves();
  const left = await Promise.all(['A', 'B', 'C', 'X', 'Y'].map((name) => countTasks(name)));
  expect(left).toEqual([0, 0, 3, 2, 0]);
});

/** Runs the lane of the organization once. Returns the time of its next run. */
function runOnce(call: object): Promise<Date | null> {
  const { run, emits = [] } = labelMoveLane as unknown as Lane<{ org_id: number }>;
  return run({
    platform: service.platform,
    payload: { org_id: owner.user.org_id },
    origin: { request_id: 'test', ip: null, user_agent: null },
    emits: [...emits],
    log: service.platform.log,
    note: async () => undefined,
    signal: new AbortController().signal,
    ...call,
  });
}

it('gives other organizations a turn after 5 s, and then continues', async () => {
  await createTasks('Bug', 130);
  await moveLabel(await createLabel('Bug'), 'rename', { name: 'Defect' });
  let reads = 0;
  const readTime = () => {
    reads += 1;
    return new Date(Date.now() + reads * 3_000);
  };
  const clock = { now: readTime };
  const again = await runOnce({ platform: Object.create(service.platform, { clock: { value: clock } }) });
  expect(again).toBeInstanceOf(Date);
  expect([await countTasks('Bug'), await countTasks('Defect')]).toEqual([30, 100]);
  await runMoves();
  expect([await countTasks('Bug'), await countTasks('Defect')]).toEqual([0, 130]);
});

it('continues on another worker after one has stopped', async () => {
  const ids = await createTasks('Bug', 130);
  await moveLabel(await createLabel('Bug'), 'rename', { name: 'Defect' });
  const controller = new AbortController();
  const again = await runOnce({ note: async () => controller.abort(), signal: controller.signal });
  expect(again).toBeInstanceOf(Date);
  expect([await countTasks('Bug'), await countTasks('Defect')]).toEqual([30, 100]);
  expect(await findQueuedMoves()).toHaveLength(1);
  await runMoves();
  expect([await countTasks('Bug'), await countTasks('Defect')]).toEqual([0, 130]);
  expect(await listChanges(ids)).toEqual({ events: 130, entries: 130, actors: [owner.user.id] });
});

it('runs as the system if the requester no longer exists', async () => {
  const ids = await createTasks('Bug', 2);
  await executeOperational(
    service.platform,
    sql`insert into task_label_moves (org_id, "from", "to") values (${owner.user.org_id}, 'Bug', 'Defect') returning id`,
  );
  await runMoves();
  expect(await countTasks('Defect')).toBe(2);
  expect(await listChanges(ids)).toEqual({ events: 2, entries: 2, actors: [null] });
});

describe('rejects and writes nothing for', () => {
  it.each([
    ['rename', { name: 'tAKEN' }, 'name'],
    ['rename', { name: ' ' }, 'name'],
    ['merge', { into_id: 999_999 }, 'into_id'],
    ['merge', {}, 'into_id'],
  ] as const)('%s %j, naming %s', async (what, body, field) => {
    const id = await createLabel('Bug');
    await createLabel('Taken');
    const { result, ...left } = await recorded(() => moveLabel(id, what, body));
    expect([result.status, errorFields(result), left]).toEqual([422, [field], nothing]);
    expect(await findQueuedMoves()).toEqual([]);
  });

  it('a merge into itself, a deleted label or one of another organization', async () => {
    const [id, gone] = [await createLabel('Bug'), await createLabel('Gone')];
    await owner.call('DELETE', `/task-labels/${gone}`);
    const stranger = await service.newOrganization();
    const theirs = (await stranger.call('POST', '/task-labels', { name: 'Theirs' })).body.id;
    for (const into_id of [id, gone, theirs]) {
      const { result, ...left } = await recorded(() => moveLabel(id, 'merge', { into_id }));
      expect([result.status, errorFields(result), left]).toEqual([422, ['into_id'], nothing]);
    }
    expect((await moveLabel(gone, 'rename', { name: 'Back' })).status).toBe(404);
    expect(await findQueuedMoves()).toEqual([]);
  });

  it('a user without task:update on all tasks with the label', async () => {
    const employee = await service.newUser(owner, ['employee']);
    const [own, mine] = await Promise.all(
      ['Bug', 'Mine'].map(async (name) => (await employee.call('POST', '/task-labels', { name })).body.id),
    );
    await Promise.all([
      createTasks('Bug', 1),
      createTasks('Bug', 1, employee),
      createTasks('Mine', 1, employee),
    ]);
    const request = await recorded(() =>
      employee.call('POST', `/task-labels/${own}/rename`, { name: 'Junk' }),
    );
    expect([request.result.status, request.events, await findQueuedMoves()]).toEqual([403, [], []]);
    expect((await owner.call('GET', `/task-labels/${own}`)).body.name).toBe('Bug');
    expect((await employee.call('POST', `/task-labels/${own}/merge`, { into_id: mine })).status).toBe(403);
    expect(await findQueuedMoves()).toEqual([]);
    // Labels that only the caller's tasks have can be changed.
    expect((await employee.call('POST', `/task-labels/${mine}/merge`, { into_id: own })).status).toBe(202);
    expect(await findQueuedMoves()).toEqual([{ from: 'Mine' }]);
  });

  it('the second of two merges that form a cycle', async () => {
    const [a, b] = [await createLabel('A'), await createLabel('B')];
    const answers = await Promise.all([
      moveLabel(a, 'merge', { into_id: b }),
      moveLabel(b, 'merge', { into_id: a }),
    ]);
    // The second request finds that the first has deleted one of the labels.
    expect(answers.filter((one) => one.status === 202)).toHaveLength(1);
    expect(answers.filter((one) => [404, 422].includes(one.status))).toHaveLength(1);
    expect(await findQueuedMoves()).toHaveLength(1);
  });
});
