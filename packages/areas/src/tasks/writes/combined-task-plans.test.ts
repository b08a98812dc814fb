import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seedColumns } from '../testing/seeded-board.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

interface SentStatement {
  text: string;
  values: unknown[];
}

/** The statements that the service sends during some work. */
async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return (query.mock.calls as unknown as [string | SentStatement][]).map(([one]) =>
      typeof one === 'string' ? { text: one, values: [] } : one,
    );
  } finally {
    query.mockRestore();
  }
}

it('sends no more statements for a single request than for its credential and its row', async () => {
  const { id } = (await owner.call('POST', '/tasks', { title: 'First' })).body;
  const create = await statementsDuring(() => owner.call('POST', '/tasks', { title: 'Alone' }));
  expect(create).toHaveLength(2);
  expect(create[1]?.text).toMatch(/changed as \(\s*insert into "tasks"/);
  const child = { title: 'Child', parent_task_id: id };
  expect(await statementsDuring(() => owner.call('POST', '/tasks', child))).toHaveLength(2);
  const update = await statementsDuring(() => owner.call('PATCH', `/tasks/${id}`, { title: 'Alone' }));
  expect(update).toHaveLength(2);
  expect(update[1]?.text).toMatch(/changed as \(\s*update "tasks"/);
  const moves = [
    () => owner.call('POST', `/tasks/${id}/move`, { status: 'todo', position: 1 }),
    () => owner.call('PATCH', `/tasks/${id}`, { status: 'done' }),
  ];
  for (const send of moves) {
    const move = await statementsDuring(send);
    expect(move).toHaveLength(2);
    expect(move[1]?.text).toContain('place_board_tasks');
  }
});

/** The lines about tasks in the plan of a statement, for any values. */
async function plannedScans(database: pg.Client, text: string): Promise<string[]> {
  const { rows } = await database.query(`explain (generic_plan, costs off) ${text}`);
  const lines = rows.map((row) => String(row['QUERY PLAN']).trim());
  return lines.flatMap((line, n) => (/Scan.* on tasks/.test(line) ? [`${line}; ${lines[n + 1]}`] : []));
}

it('reads tasks by their ids, with and without statistics', async () => {
  const { org_id, id } = owner.user;
  const database = new pg.Client(service.config.DATABASE_URL);
  await database.connect();
  try {
    await database.query('alter table tasks set (autovacuum_enabled = off)');
    await database.query(
      `insert into tasks (org_id, title, slot, created_by, updated_by)
       select $1, 'Task ' || n, n * 64, $2, $2 from generate_series(1, 5000) n`,
      [org_id, id],
    );
    await executeOperational(service.platform, seedColumns(org_id));
    const { rows } = await database.query('select id from tasks where org_id = $1 order by id limit 20', [
      org_id,
    ]);
    const sent = await statementsDuring(() =>
      Promise.all(rows.map((row) => owner.call('PATCH', `/tasks/${row.id}`, { title: 'Changed' }))),
    );
    const move = { status: 'todo', position: 7 };
    const sentMoves = await statementsDuring(() =>
      Promise.all(rows.map((row) => owner.call('POST', `/tasks/${row.id}/move`, move))),
    );
    const sentChildren = await statementsDuring(() =>
      Promise.all(
        rows.map((row) => owner.call('POST', '/tasks', { title: 'Child', parent_task_id: row.id })),
      ),
    );
    const combinedOf = (all: readonly SentStatement[]) =>
      all.find(({ text }) => text.includes('json_populate_recordset'))?.text ?? '';
    const byIds =
      /Index Scan using tasks_pkey on tasks.*; Index Cond: \(\(org_id = \$\d+\) AND \((id = ANY|id = s.id)/;
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await database.query('analyze tasks');
      const scans = await plannedScans(database, combinedOf(sent));
      expect(scans).toHaveLength(2);
      const scansOfMoves = await plannedScans(database, combinedOf(sentMoves));
      expect(scansOfMoves).toHaveLength(1);
      const scansOfParents = await plannedScans(database, combinedOf(sentChildren));
      expect(scansOfParents).toHaveLength(1);
      for (const scan of [...scans, ...scansOfMoves, ...scansOfParents]) expect(scan).toMatch(byIds);
    }
  } finally {
    await database.query('alter table tasks reset (autovacuum_enabled)');
    await database.end();
  }
});
