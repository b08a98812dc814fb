import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { TestService } from '@wfp/testing';
import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Alias?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Work of PostgreSQL for a statement. Not time, which depends on the machine. */
export interface PlanWork {
  /** The executed scans of tasks. */
  scans: string[];
  /** Rows of tasks read, including filtered ones. */
  looked: number;
  /** Index entries counted for positions. */
  counted: number;
  sorted: number;
}

/** Captures the statements of reads, as the organization's system caller, without running them. */
export async function captureStatements(
  { platform }: TestService,
  org_id: number,
  read: (caller: Caller) => Promise<unknown>,
  as: Partial<Caller> = {},
): Promise<Prisma.Sql[]> {
  const statements: Prisma.Sql[] = [];
  const keep = (statement: Prisma.Sql) => {
    statements.push(statement);
    return Promise.resolve([]);
  };
  const origin = { request_id: 'plans', ip: null, user_agent: null };
  const transaction = () => Promise.reject(new Error('Unexpected transaction'));
  const replica = { rows: keep, transaction };
  await read({ ...systemCaller(platform, org_id, origin, []), ...as, replica });
  return statements;
}

export async function measureWork(
  service: TestService,
  statement: Prisma.Sql | undefined,
): Promise<PlanWork> {
  if (!statement) throw new Error('No statement');
  const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    Prisma.sql`explain (analyze, timing off, format json) ${statement}`,
  );
  const nodes = row ? flattenPlan(row['QUERY PLAN'][0].Plan) : [];
  const ofTasks = nodes.filter((node) => scansTasks(node) && node['Actual Loops'] > 0);
  const rowsOf = (node: PlanNode, more = 0) =>
    Math.round((node['Actual Rows'] + more) * node['Actual Loops']);
  return {
    scans: ofTasks.map(describeScan),
    looked: ofTasks
      .filter((node) => !countsPositions(node))
      .reduce((sum, node) => sum + rowsOf(node, node['Rows Removed by Filter']), 0),
    counted: ofTasks.filter(countsPositions).reduce((sum, node) => sum + rowsOf(node), 0),
    sorted: nodes
      .filter((node) => node['Node Type'].endsWith('Sort'))
      .reduce((sum, node) => sum + (node.Plans ?? []).reduce((rows, one) => rows + rowsOf(one), 0), 0),
  };
}

/** Sorts, limits and scans of tasks in the generic plan, from the top. */
export async function explainGenericPlan(
  service: TestService,
  statement: Prisma.Sql | undefined,
): Promise<string[]> {
  if (!statement) throw new Error('No statement');
  // Text only: with values, PostgreSQL would plan for them.
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  const { rows } = await client.query(`explain (generic_plan, format json) ${statement.text}`);
  await client.end();
  const nodes = flattenPlan(rows[0]['QUERY PLAN'][0].Plan);
  const finds = (node: PlanNode) =>
    flattenPlan(node).some(scansTasks) && /Sort|Limit|Scan/.test(node['Node Type']);
  return nodes.filter(finds).map((node) => (scansTasks(node) ? describeScan(node) : node['Node Type']));
}

const scansTasks = (node: PlanNode) =>
  node['Relation Name'] === 'tasks' && node['Node Type'].endsWith('Scan');

/** The scan in `positionOf`. */
const countsPositions = (node: PlanNode) =>
  node['Node Type'] === 'Index Only Scan' && node['Index Name'] === 'tasks_slots' && node.Alias === 'o';

const describeScan = (node: PlanNode) => `${node['Node Type']} ${indexName(node)}`.trim();

const flattenPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)];

const indexName = (node: PlanNode): string =>
  node['Index Name'] ??
  flattenPlan(node)
    .flatMap((one) => one['Index Name'] ?? [])
    .join(' ');

/** Rows and index entries of tasks that a function call reads, including those of its own statements. */
export async function countReads(service: TestService, call: string): Promise<number> {
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  // Counts of this connection that are not yet reported, which may include earlier transactions.
  const readSoFar = async () => {
    const { rows } = await client.query(
      `select (sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) + (
          select seq_tup_read from pg_stat_xact_user_tables where relid = 'tasks'::regclass))::int as read
       from pg_index i where i.indrelid = 'tasks'::regclass`,
    );
    return rows[0].read as number;
  };
  const reads: number[] = [];
  // Often enough for a generic plan. The transactions are rolled back, so that each finds the same board.
  for (let n = 0; n < 8; n += 1) {
    await client.query('begin');
    const before = await readSoFar();
    await client.query(call);
    reads.push((await readSoFar()) - before);
    await client.query('rollback');
  }
  await client.end();
  return Math.max(...reads);
}
