import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { TestService } from '@wfp/testing';
import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** What PostgreSQL did for a statement: not how long it took, which depends on the machine. */
export interface PlanWork {
  /** How tasks were found: node types with the index. */
  scans: string[];
  /** Rows of tasks that were looked at, shown or not. */
  looked: number;
  /** Rows that went into sorts. */
  sorted: number;
}

/** The statements that some reads send, as the organization's system caller, without running them. */
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
  const transaction = () => Promise.reject(new Error('No list of tasks is read in a transaction'));
  const replica = { rows: keep, transaction };
  await read({ ...systemCaller(platform, org_id, origin, []), ...as, replica });
  return statements;
}

/** Runs a statement and tells what work that was. */
export async function measureWork(
  service: TestService,
  statement: Prisma.Sql | undefined,
): Promise<PlanWork> {
  if (!statement) throw new Error('There is no such statement');
  const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    Prisma.sql`explain (analyze, timing off, format json) ${statement}`,
  );
  const nodes = row ? flattenPlan(row['QUERY PLAN'][0].Plan) : [];
  const ofTasks = nodes.filter(scansTasks);
  const rowsOf = (node: PlanNode, more = 0) =>
    Math.round((node['Actual Rows'] + more) * node['Actual Loops']);
  return {
    scans: ofTasks.map(describeScan),
    looked: ofTasks.reduce((sum, node) => sum + rowsOf(node, node['Rows Removed by Filter']), 0),
    sorted: nodes
      .filter((node) => node['Node Type'].endsWith('Sort'))
      .reduce((sum, node) => sum + (node.Plans ?? []).reduce((rows, one) => rows + rowsOf(one), 0), 0),
  };
}

/** How a statement would find tasks, without running it. */
export async function explainScans(
  service: TestService,
  statement: Prisma.Sql | undefined,
): Promise<string[]> {
  if (!statement) throw new Error('There is no such statement');
  const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    Prisma.sql`explain (format json) ${statement}`,
  );
  return row ? flattenPlan(row['QUERY PLAN'][0].Plan).filter(scansTasks).map(describeScan) : [];
}

/** What a plan for any values does with tasks until they are found, from the top: sorts, limits and scans. */
export async function explainGenericPlan(
  service: TestService,
  statement: Prisma.Sql | undefined,
): Promise<string[]> {
  if (!statement) throw new Error('There is no such statement');
  // With nothing but the text: values would be looked at.
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

const describeScan = (node: PlanNode) => `${node['Node Type']} ${indexName(node)}`.trim();

const flattenPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)];

const indexName = (node: PlanNode): string =>
  node['Index Name'] ??
  flattenPlan(node)
    .flatMap((one) => one['Index Name'] ?? [])
    .join(' ');
