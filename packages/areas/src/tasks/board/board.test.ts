import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { taskStatuses } from '../rows/tasks.contract.ts';
import {
  applyCommand,
  type Board,
  type Command,
  command,
  emptyBoard,
  isNoop,
  orderByWrite,
  readBoard,
  type SentCommand,
  sendCommand,
} from '../testing/board-model.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  // A database of its own, because it counts deadlocks.
  service = await startOwnService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const runs = inject('boardRuns');
const successCodes = [200, 201, 204];

/** Asserts that the board, its list and its columns match the lists in memory. */
async function expectBoard(client: Client, model: Board): Promise<void> {
  expect(await readBoard(service, client)).toEqual(model);
  const { columns } = (await client.call('GET', '/tasks/board?per_column=100')).body;
  const shown = columns.map((one: any) => [one.status, one.total, one.data.map((task: any) => task.id)]);
  expect(shown).toEqual(taskStatuses.map((column) => [column, model[column].length, model[column]]));
}

/** Commands that are rejected until the same client makes them valid in the same burst. */
const rejectedThenPossible: [Command[][][]][] = [
  [
    [
      [
        [
          { kind: 'restore', pick: 0 },
          { kind: 'delete', pick: 0 },
        ],
      ],
      [
        [
          { kind: 'rename', pick: 0 },
          { kind: 'restore', pick: 0 },
        ],
      ],
    ],
  ],
];

describe('the board', () => {
  it('matches lists in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 25 }), async (commands) => {
        const client = await service.newOrganization();
        const model = emptyBoard();
        const known: number[] = [];
        for (const one of commands) {
          const sent = await sendCommand(client, one, known);
          const live = sent.ids.every((id) => Object.values(model).flat().includes(id));
          const isPossible = one.kind === 'create' || live === (one.kind !== 'restore');
          const expected = isPossible ? successCodes : [404, 422];
          if (sent.code !== 0) expect([sent, expected]).toEqual([sent, expect.arrayContaining([sent.code])]);
          if (successCodes.includes(sent.code)) applyCommand(model, sent);
        }
        await expectBoard(client, model);
      }),
      { numRuns: runs },
    );
  }, 3_600_000);

  /**
   * Runs clients concurrently until all are done, then replays the recorded commands in the order of their audit entries.
   */
  it('matches lists in memory with several concurrent clients, without retries', async () => {
    const clients = fc.array(fc.array(command, { minLength: 3, maxLength: 8 }), {
      minLength: 4,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(clients, { minLength: 1, maxLength: 3 }), async (bursts) => {
        const client = await service.newOrganization();
        const model = emptyBoard();
        const known: number[] = [];
        for (const column of ['todo', 'todo', 'todo', 'in_progress', 'in_progress', 'done'] as const) {
          applyCommand(model, await sendCommand(client, { kind: 'create', status: column }, known));
        }
        for (const burst of bursts) {
          const sent = await Promise.all(
            burst.map(async (commands) => {
              const mine: SentCommand[] = [];
              for (const one of commands) mine.push(await sendCommand(client, one, known));
              return mine;
            }),
          );
          const { recorded, unrecorded } = await orderByWrite(service, client, sent.flat());
          // A command without an audit entry had nothing to change at some time during the burst.
          const before = new Set(Object.values(model).flat());
          let unexplained = unrecorded.filter((one) => !isNoop(model, one));
          for (const one of recorded) {
            applyCommand(model, one);
            unexplained = unexplained.filter((other) => !isNoop(model, other));
          }
          expect(unexplained).toEqual([]);
          // 404, and 422 in bulk: the task was deleted at some time during the burst or, for a restore, was not.
          const idsOf = (kind: Command['kind']) =>
            new Set(recorded.filter(({ command }) => command.kind === kind).flatMap(({ ids }) => ids));
          const [created, deleted, restored] = [idsOf('create'), idsOf('delete'), idsOf('restore')];
          const wasLive = (id: number) => before.has(id) || created.has(id);
          const isExplained = ({ command, code, ids }: SentCommand) =>
            command.kind === 'restore'
              ? code === 404 && ids.some((id) => wasLive(id) || restored.has(id))
              : [404, 422].includes(code) && ids.some((id) => !wasLive(id) || deleted.has(id));
          const isUnexpected = (one: SentCommand) =>
            ![0, ...successCodes].includes(one.code) && !isExplained(one);
          expect(sent.flat().filter(isUnexpected)).toEqual([]);
          await expectBoard(client, model);
        }
      }),
      // A smaller counterexample rarely fails again: looking for one takes minutes.
      { numRuns: runs, examples: rejectedThenPossible, endOnFailure: true },
    );
    // PostgreSQL resolves deadlocks after a second and the write is retried, so count them: there must be none.
    const [{ deadlocks }] = (await service.rows<{ deadlocks: number }>(
      Prisma.sql`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`,
    )) as [{ deadlocks: number }];
    expect(deadlocks).toBe(0);
  }, 3_600_000);
});

it.each([
  [{ status: 'todo' }, 'position'],
  [{ position: 0 }, 'status'],
  [{ status: 'todo', position: -1 }, 'position'],
  [{ status: 'todo', position: 1.5 }, 'position'],
  [{ status: 'gone', position: 0 }, 'status'],
])('rejects the move %j with an error on %s', async (body, field) => {
  const task = (await owner.call('POST', '/tasks', { title: 'x' })).body;
  const { status: code, body: answer } = await owner.call('POST', `/tasks/${task.id}/move`, body);
  expect(code).toBe(422);
  expect(answer.details.fieldErrors).toHaveProperty(field);
});
