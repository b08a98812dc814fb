import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { TestService } from '@wfp/testing';
import pg from 'pg';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** What PostgreSQL did for a statement: not how long it took, which depends on the machine. */
export interface Work {
  /** How tasks were found: node types with the index. */
  scans: string[];
  /** Rows of tasks that were looked at, shown or not. */
  looked: number;
  /** Rows that went into sorts. */
  sorted: number;
}

/** The statements that some reads send, as the organization's system caller, without running them. */
export async function statementsOf(
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
  const transaction = () => Promise.reject(new Error('No list of tasks is read in a transaction'));
  const replica = { rows: keep, transaction };
  await read({ ...systemCaller(platform, org_id, origin, []), ...as, replica });
  return statements;
}

/** Runs a statement and tells what work that was. */
export async function workOf(service: TestService, statement: Prisma.Sql | undefined): Promise<Work> {
  if (!statement) throw new Error('There is no such statement');
  const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    Prisma.sql`explain (analyze, timing off, format json) ${statement}`,
  );
  const nodes = row ? all(row['QUERY PLAN'][0].Plan) : [];
  const ofTasks = nodes.filter(scansTasks);
  const rowsOf = (node: Node, more = 0) => Math.round((node['Actual Rows'] + more) * node['Actual Loops']);
  return {
    scans: ofTasks.map(scanOf),
    looked: ofTasks.reduce((sum, node) => sum + rowsOf(node, node['Rows Removed by Filter']), 0),
    sorted: nodes
      .filter((node) => node['Node Type'].endsWith('Sort'))
      .reduce((sum, node) => sum + (node.Plans ?? []).reduce((rows, one) => rows + rowsOf(one), 0), 0),
  };
}

/** How a statement would find tasks, without running it. */
export async function scansOf(service: TestService, statement: Prisma.Sql | undefined): Promise<string[]> {
  if (!statement) throw new Error('There is no such statement');
  const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    Prisma.sql`explain (format json) ${statement}`,
  );
  return row ? all(row['QUERY PLAN'][0].Plan).filter(scansTasks).map(scanOf) : [];
}

/** What a plan for any values does with tasks until they are found, from the top: sorts, limits and scans. */
export async function nodesOfGenericPlan(
  service: TestService,
  statement: Prisma.Sql | undefined,
): Promise<string[]> {
  if (!statement) throw new Error('There is no such statement');
  // With nothing but the text: values would be looked at.
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  const { rows } = await client.query(`explain (generic_plan, format json) ${statement.text}`);
  await client.end();
  const nodes = all(rows[0]['QUERY PLAN'][0].Plan);
  const finds = (node: Node) => all(node).some(scansTasks) && /Sort|Limit|Scan/.test(node['Node Type']);
  return nodes.filter(finds).map((node) => (scansTasks(node) ? scanOf(node) : node['Node Type']));
}

const scansTasks = (node: Node) => node['Relation Name'] === 'tasks' && node['Node Type'].endsWith('Scan');

const scanOf = (node: Node) => `${node['Node Type']} ${nameOfIndex(node)}`.trim();

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];

const nameOfIndex = (node: Node): string =>
  node['Index Name'] ??
  all(node)
    .flatMap((one) => one['Index Name'] ?? [])
    .join(' ');
