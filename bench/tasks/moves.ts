import { table } from '../measurements/report.ts';
import { median } from '../measurements/statistics.ts';
import { post, signUp, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario, Stage } from '../scenarios.ts';
import { fillColumn } from './boards.ts';

const lengths = [10, 1_000, 10_000, 100_000];
const tinyLengths = [10, 100];
const timesFor = (length: number) => (length > 10_000 ? 6 : 30);

/** A column with `length` tasks, and a short one that tasks are moved from. */
interface Board {
  tenant: Tenant;
  length: number;
  /** In the order of the column. */
  column: number[];
  beside: number[];
}

/** Source and target of a move, and the position to send. */
interface Move {
  name: string;
  from: 'beside' | 'top' | 'middle' | 'end';
  to: (length: number) => number;
}

const top = () => 0;
const middle = (length: number) => Math.floor(length / 2);
const end = (length: number) => length - 1;
const moving: Move[] = [
  { name: 'from another column to the top', from: 'beside', to: top },
  { name: 'from another column to the end', from: 'beside', to: (length) => length },
  { name: 'from another column to the middle', from: 'beside', to: middle },
  { name: 'from the top to the end', from: 'top', to: end },
  { name: 'from the end to the top', from: 'end', to: top },
  { name: 'from the top to the middle', from: 'top', to: middle },
  { name: 'from the middle to the top', from: 'middle', to: top },
];

/** Moves one by one by a single client, in columns of several lengths. */
export const moves: Scenario = async (stage) => {
  const [service] = stage.services;
  if (!service) throw new Error('There is no service');
  const all = stage.isSmoke ? tinyLengths : lengths;
  const tenants = await signUp(service, all.length);
  const boards: Board[] = [];
  for (const [index, length] of all.entries()) {
    boards.push(await boardOf(service, tenants[index] as Tenant, length));
  }
  const rows = [];
  for (const move of moving) {
    const cells: string[] = [];
    for (const board of boards) cells.push(await measured(stage, service, board, move));
    rows.push([move.name, ...cells]);
  }
  return table([['ms (PostgreSQL CPU ms)', ...all.map((length) => length.toLocaleString('en'))], ...rows]);
};

async function boardOf(service: Installation, tenant: Tenant, length: number): Promise<Board> {
  const column = await fillColumn(service, tenant, 'todo', length);
  const beside = await fillColumn(service, tenant, 'done', 100);
  return { tenant, length, column, beside };
}

/** Median time of a move, and average cost in PostgreSQL. */
async function measured(stage: Stage, service: Installation, board: Board, move: Move): Promise<string> {
  const times = stage.isSmoke ? 2 : timesFor(board.length);
  const taken: number[] = [];
  const before = await stage.ground.postgresMs();
  for (let time = 0; time < times; time += 1) taken.push(await timed(service, board, move));
  const postgresMs = ((await stage.ground.postgresMs()) - before) / times;
  return `${median(taken).toFixed(1)} (${postgresMs.toFixed(1)})`;
}

async function timed(service: Installation, { tenant, column, beside }: Board, move: Move): Promise<number> {
  const { length } = column;
  const places = { beside: 0, top: 0, middle: middle(length), end: end(length) };
  const source = move.from === 'beside' ? beside : column;
  const [id] = source.splice(places[move.from], 1);
  if (id === undefined) throw new Error('The column is empty');
  const position = move.to(length);
  const begun = performance.now();
  await post(service, `/tasks/${id}/move`, { status: 'todo', position }, tenant.headers, 200);
  const ms = performance.now() - begun;
  column.splice(position, 0, id);
  return ms;
}
