import { type Projection, Relay } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';
import { ProgressHarness } from '../testing/progress-harness.ts';
import { projectProgress } from './lane.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_id: number;
let world: ReturnType<typeof createInitiativeFixtures>;
let progress: ProgressHarness;
/** Ids of two initiatives. */
let one: number;
let two: number;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  world = createInitiativeFixtures(owner);
  progress = new ProgressHarness(service, org_id);
  [one, two] = [(await world.initiative()).id, (await world.initiative()).id];
});
afterAll(() => service.stop());

const patch = async (id: number, body: object) => {
  const { status } = await owner.call('PATCH', `/tasks/${id}`, body);
  expect(status).toBe(200);
};
/** Projects all events, runs the lane, projects its events, and expects that the counts match the tasks. */
const settle = async () => {
  await progress.project();
  await progress.run();
  await progress.project();
  expect(await progress.findViolations()).toEqual([]);
};
const readCounts = (id: number) =>
  service.rows<{ effort: string; tasks: number; done: number }>(
    sql`select effort::text, tasks, done from initiative_task_counts
      where org_id = ${org_id} and initiative_id = ${id} and tasks > 0 order by effort`,
  );

const statuses = ['todo', 'in_progress', 'done', 'cancelled'];
const efforts = ['xs', 'm', 'xxl'];
/** Changes of the nth task, and runs of the projection (`project`). `initiative`: the first, the second or none. */
const changes = fc.array(
  fc.record({
    task: fc.nat(5),
    kind: fc.constantFrom('status', 'status', 'effort', 'initiative', 'initiative', 'deleted', 'project'),
    status: fc.constantFrom(...statuses),
    effort: fc.constantFrom(...efforts),
    initiative: fc.nat(2),
    keep: fc.infiniteStream(fc.boolean()),
  }),
  { minLength: 5, maxLength: 25 },
);

it('match the tasks after any changes, if events arrive late, repeatedly or in another order', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (steps) => {
      const places = [one, two, null];
      const tasks = await Promise.all(
        places.concat(places).map((initiative_id) => world.task({ initiative_id })),
      );
      const deleted = new Set<number>();
      for (const { task, kind, status, effort, initiative, keep } of steps) {
        const { id } = tasks[task] as { id: number };
        if (kind === 'project') {
          const some = (await progress.findWaitingEvents()).filter(() => keep.next().value).reverse();
          for (const batch of [some, some]) await progress.project(batch);
        } else if (kind === 'deleted' && !deleted.has(id)) {
          expect((await owner.call('DELETE', `/tasks/${id}`)).status).toBe(204);
          deleted.add(id);
        } else if (deleted.delete(id)) {
          expect((await owner.call('POST', `/tasks/${id}/restore`)).status).toBe(200);
        } else {
          const values = { status, effort, initiative_id: places[initiative] ?? null };
          await patch(
            id,
            kind === 'initiative'
              ? { initiative_id: values.initiative_id }
              : { [kind]: values[kind as 'status'] },
          );
        }
      }
      await settle();
    }),
    { numRuns: 12 },
  );
});

it('match the tasks after bulk changes, links and the completion of an initiative', async () => {
  const tasks = await Promise.all(
    Array.from({ length: 12 }, (_, n) => world.task({ initiative_id: one, effort: efforts[n % 3] })),
  );
  const ids = tasks.map((task) => task.id);
  const call = async (method: string, path: string, body: object) =>
    expect((await owner.call(method, path, body)).status).toBeLessThan(300);
  await call('POST', '/tasks/bulk', { ids: ids.slice(0, 6), patch: { status: 'done', effort: 'l' } });
  await call('POST', `/initiatives/${two}/tasks`, { task_ids: ids.slice(4, 8) });
  await call('POST', `/initiatives/${two}/tasks/unlink`, { task_ids: ids.slice(4, 5) });
  await settle();
  expect((await world.read(two)).progress).toBe(33);
  await call('POST', `/initiatives/${one}/complete`, { open_tasks: 'move_to', move_to: two });
  await settle();
  expect([(await world.read(one)).progress, (await world.read(two)).progress]).toEqual([100, 14]);
  await call('POST', `/initiatives/${two}/complete`, { open_tasks: 'cancel' });
  await settle();
  expect((await world.read(two)).progress).toBe(100);
});

it('are updated once if the relay dies before its commit and repeats the batch', async () => {
  let deaths = 3;
  const projection: Projection = {
    name: 'initiative-recounts',
    project: async (tx, batch) => {
      const wakeUps = await projectProgress(tx, batch);
      deaths -= 1;
      if (deaths >= 0) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      return wakeUps;
    },
  };
  const tasks = await Promise.all(Array.from({ length: 5 }, () => world.task({ initiative_id: one })));
  await patch(tasks[0].id, { status: 'done' });
  const relay = new Relay(service.platform, { projections: [projection], enqueue: async () => undefined });
  relay.start();
  try {
    await waitUntilNumbered(service);
  } finally {
    await relay.stop();
  }
  expect([deaths < 0, await readCounts(one)]).toEqual([true, [{ effort: 'm', tasks: 5, done: 1 }]]);
  await settle();
  expect((await world.read(one)).progress).toBe(20);
});

describe('a full count', () => {
  it('repairs counts, states of tasks and progress, and is requested by default', async () => {
    await world.task({ initiative_id: one, status: 'done' });
    const open = await world.task({ initiative_id: one, effort: 'xl' });
    await settle();
    const damage = [
      sql`update initiative_task_counts set tasks = 9 where org_id = ${org_id} and effort = 'm' returning effort`,
      sql`update initiative_tasks set is_done = true where org_id = ${org_id} and task_id = ${open.id} returning task_id`,
      sql`delete from initiative_tasks where org_id = ${org_id} and task_id <> ${open.id} returning task_id`,
    ];
    for (const statement of damage) await executeOperational(service.platform, statement);
    expect(await progress.findViolations()).toHaveLength(3);
    await executeOperational(
      service.platform,
      sql`insert into initiative_recounts (org_id, initiative_id) values (${org_id}, ${one}) returning asks`,
    );
    await settle();
    expect(await readCounts(one)).toEqual([
      { effort: 'm', tasks: 1, done: 1 },
      { effort: 'xl', tasks: 1, done: 0 },
    ]);
  });

  it('loses no change that the relay counts at the same time', async () => {
    const tasks = await Promise.all(Array.from({ length: 9 }, () => world.task({ initiative_id: one })));
    let isChanging = true;
    const changing = tasks.slice(0, 4).map(async ({ id }) => {
      for (const status of ['done', 'todo', 'cancelled', 'done']) {
        await patch(id, { status });
        await patch(id, { initiative_id: two });
        await patch(id, { initiative_id: one });
      }
    });
    const repeat = async (what: () => Promise<unknown>) => {
      while (isChanging) await what();
    };
    const counting = [
      repeat(() => progress.project()),
      repeat(async () => {
        for (const id of [two, one]) await progress.requestFullCount(id);
        await progress.run();
      }),
    ];
    await Promise.all(changing).finally(() => {
      isChanging = false;
    });
    await Promise.all(counting);
    await settle();
    expect(await readCounts(one)).toEqual([{ effort: 'm', tasks: 9, done: 4 }]);
  });
});
