import { Prisma } from '@wfp/shared/db';
import type { Client, TestService } from '@wfp/testing';
import fc from 'fast-check';
import { expect } from 'vitest';
import { positionOf } from '../board/board.slots.store.ts';
import { taskStatuses } from '../rows/tasks.contract.ts';

type Status = (typeof taskStatuses)[number];
/** The board in memory: the ids of every column in order. */
export type Board = Record<Status, number[]>;

/** A change of the board. `pick` and `picks` choose among all tasks ever created. */
export type Command =
  | { kind: 'create'; status: Status }
  | { kind: 'move'; pick: number; status: Status; position: number }
  | { kind: 'patch'; pick: number; status: Status }
  | { kind: 'rename'; pick: number }
  | { kind: 'delete'; pick: number }
  | { kind: 'restore'; pick: number }
  | { kind: 'bulk patch'; picks: number[]; status: Status | null }
  | { kind: 'bulk move'; picks: number[]; status: Status; position: number | null };

const status = fc.constantFrom<Status>('todo', 'in_progress', 'done');
const pick = fc.nat(1_000);
const picks = fc.array(pick, { minLength: 1, maxLength: 6 });
const kind = <Kind extends Command['kind']>(name: Kind) => fc.constant(name);

const commandWithin = (position: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: kind('create'), status }) },
    { weight: 6, arbitrary: fc.record({ kind: kind('move'), pick, status, position }) },
    { weight: 2, arbitrary: fc.record({ kind: kind('patch'), pick, status }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('rename'), pick }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('delete'), pick }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('restore'), pick }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: kind('bulk patch'), picks, status: fc.option(status) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: kind('bulk move'), picks, status, position: fc.option(position) }),
    },
  );

/** Few columns and small positions, so that commands interfere. */
export const command = commandWithin(fc.nat(12));

/** Commands for columns of hundreds of tasks, often near the end of a full run. */
export const commandFarDown = commandWithin(fc.oneof(fc.nat(700), fc.integer({ min: 250, max: 262 })));

export interface SentCommand {
  command: Command;
  ids: number[];
  code: number;
  request_id: string | null;
  status?: Status;
}

function buildRequest(command: Command, ids: number[]): [method: string, path: string, body?: object] {
  const [id] = ids;
  switch (command.kind) {
    case 'create':
      return ['POST', '/tasks', { title: 'Made', status: command.status }];
    case 'move':
      return ['POST', `/tasks/${id}/move`, { status: command.status, position: command.position }];
    case 'patch':
      return ['PATCH', `/tasks/${id}`, { status: command.status }];
    case 'rename':
      return ['PATCH', `/tasks/${id}`, { title: 'Renamed' }];
    case 'delete':
      return ['DELETE', `/tasks/${id}`];
    case 'restore':
      return ['POST', `/tasks/${id}/restore`];
    case 'bulk patch':
      return [
        'POST',
        '/tasks/bulk',
        { ids, patch: command.status ? { status: command.status } : { effort: 's' } },
      ];
    case 'bulk move': {
      const to = {
        status: command.status,
        ...(command.position === null ? {} : { position: command.position }),
      };
      return ['POST', '/tasks/bulk', { ids, move: to }];
    }
  }
}

/** Sends a command. `known` are all task ids so far; a create adds one. */
export async function sendCommand(client: Client, command: Command, known: number[]): Promise<SentCommand> {
  const at = 'picks' in command ? command.picks : 'pick' in command ? [command.pick] : [];
  const ids = [...new Set(at.flatMap((one) => known[one % Math.max(1, known.length)] ?? []))];
  if (command.kind !== 'create' && ids.length === 0) return { command, ids, code: 0, request_id: null };
  const { status: code, body, headers } = await client.call(...buildRequest(command, ids));
  if (command.kind === 'create') {
    ids.push(body.id);
    known.push(body.id);
  }
  return { command, ids, code, request_id: headers.get('x-request-id'), status: body?.status };
}

/** Applies a successful command to the board in memory. */
export function applyCommand(board: Board, { command, ids, status }: SentCommand): void {
  const columnOf = (id: number) => taskStatuses.find((column) => board[column].includes(id));
  const take = (those: number[]) => {
    for (const column of taskStatuses) board[column] = board[column].filter((id) => !those.includes(id));
  };
  if (command.kind === 'create') board[command.status].push(...ids);
  if (command.kind === 'delete') take(ids);
  if (command.kind === 'restore' && status) board[status].push(...ids);
  if ((command.kind === 'patch' || command.kind === 'bulk patch') && command.status) {
    const moving = ids.filter((id) => columnOf(id) !== command.status);
    take(moving);
    board[command.status].push(...moving);
  }
  if (command.kind === 'move' || command.kind === 'bulk move') {
    take(ids);
    board[command.status].splice(command.position ?? Number.MAX_SAFE_INTEGER, 0, ...ids);
  }
}

export const emptyBoard = () =>
  Object.fromEntries(taskStatuses.map((column) => [column, [] as number[]])) as unknown as Board;

/** Reads the board. Fails if the positions of a column have gaps or duplicates, or differ from its stored length. */
export async function readBoard(service: TestService, client: Client): Promise<Board> {
  const rows = await service.rows<{ id: number; status: Status; position: number }>(Prisma.sql`
    select t.id, t.status, ${positionOf('t')} as position from tasks t
    join task_columns k on k.org_id = t.org_id and k.status = t.status
    where t.org_id = ${client.user.org_id} and t.deleted_at is null order by t.status, t.slot`);
  const board = emptyBoard();
  for (const row of rows) {
    expect([row.status, row.position]).toEqual([row.status, board[row.status].length]);
    board[row.status].push(row.id);
  }
  const lengths = await service.rows<{ status: Status; length: number }>(
    Prisma.sql`select status, length from task_columns where org_id = ${client.user.org_id}`,
  );
  for (const { status, length } of lengths) expect([status, board[status].length]).toEqual([status, length]);
  return board;
}

export interface SucceededCommands {
  /** In write order: entries of the audit log are numbered under the locks of the columns. */
  recorded: SentCommand[];
  /** Commands that changed nothing, and so have no audit entry. */
  unrecorded: SentCommand[];
}

/** Splits successful commands into recorded and unrecorded ones, and sorts the recorded ones by their audit entries. */
export async function orderByWrite(
  service: TestService,
  client: Client,
  sent: readonly SentCommand[],
): Promise<SucceededCommands> {
  const entries = await service.rows<{ request_id: string; first: number }>(
    Prisma.sql`select request_id, min(id)::float8 as first from audit_log
      where org_id = ${client.user.org_id} and event_id is not null group by request_id`,
  );
  const firstOf = new Map(entries.map(({ request_id, first }) => [request_id, first]));
  const entryOf = (one: SentCommand) => firstOf.get(one.request_id ?? '');
  const succeeded = sent.filter((one) => one.code >= 200 && one.code < 300);
  return {
    recorded: succeeded
      .filter((one) => entryOf(one) !== undefined)
      .sort((a, b) => (entryOf(a) ?? 0) - (entryOf(b) ?? 0)),
    unrecorded: succeeded.filter((one) => entryOf(one) === undefined),
  };
}

/**
 * True for a command that may have nothing to change: a rename, and a patch without a status or of tasks that are
 * already in the column.
 */
export function isNoop(board: Board, { command, ids }: SentCommand): boolean {
  if (command.kind === 'rename') return true;
  if (command.kind !== 'patch' && command.kind !== 'bulk patch') return false;
  const { status } = command;
  return status === null || ids.every((id) => board[status].includes(id));
}
