import pg from 'pg';

/** A node of a plan in the JSON format of EXPLAIN. */
interface PlanNode {
  'Node Type': string;
  'Function Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

/** An executed statement with its actual plan. */
export interface ExecutedStatement {
  text: string;
  connection: pg.Client;
  /** Shared buffers hit and read. */
  buffers: number;
  /** The rows of its parameters, such as the results of a batch of deliveries, or those that it writes; at least 1. */
  batch: number;
  plan: PlanNode;
}

const settings = {
  log_min_duration: '0',
  log_analyze: 'on',
  log_buffers: 'on',
  log_timing: 'off',
  log_nested_statements: 'on',
  log_parameter_max_length: '0',
  log_format: 'json',
  // Notices are sent to the client and not written to the log of the server.
  log_level: 'notice',
};

/**
 * Records the plans of all statements that this process executes in a database, on connections opened after `start`,
 * including the statements in functions and the checks of foreign keys. auto_explain sends the plans in notices.
 */
export class PlanRecorder {
  readonly #database: string;
  readonly #connect = pg.Client.prototype.connect;
  #executed: ExecutedStatement[] = [];

  private constructor(database: string) {
    this.#database = database;
  }

  /** @throws Error if the server has no auto_explain, or if its user is not a superuser */
  static async start(admin: pg.Client): Promise<PlanRecorder> {
    await admin.query(`load 'auto_explain'`).catch((cause: Error) => {
      const required = 'a superuser and auto_explain, one of the additional modules (contrib) of PostgreSQL';
      throw new Error(`Recording plans requires ${required}: ${cause.message}`, { cause });
    });
    const database = String(admin.database);
    const name = admin.escapeIdentifier(database);
    for (const [setting, value] of Object.entries(settings))
      await admin.query(`alter database ${name} set auto_explain.${setting} = '${value}'`);
    await admin.query(`alter database ${name} set session_preload_libraries = 'auto_explain'`);
    // LOAD has also loaded auto_explain for this connection, whose statements must not be recorded.
    await admin.query('set auto_explain.log_min_duration = -1');
    const recorder = new PlanRecorder(database);
    recorder.#observe();
    return recorder;
  }

  /** Returns the statements executed since the last call. */
  take(): ExecutedStatement[] {
    const executed = this.#executed;
    this.#executed = [];
    return executed;
  }

  stop(): void {
    pg.Client.prototype.connect = this.#connect;
  }

  /** Clients are created inside of the pools, so their class is extended. */
  #observe(): void {
    const connect = this.#connect as (...given: unknown[]) => unknown;
    const isObserved = (client: pg.Client) => client.database === this.#database;
    const receive = (connection: pg.Client, message = '') => this.#receive(connection, message);
    pg.Client.prototype.connect = function (this: pg.Client, ...given: unknown[]) {
      if (isObserved(this)) this.on('notice', ({ message }) => receive(this, message));
      return connect.apply(this, given);
    } as typeof pg.Client.prototype.connect;
  }

  #receive(connection: pg.Client, message: string): void {
    const start = message.indexOf('plan:\n');
    if (!message.startsWith('duration:') || start === -1) return;
    const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(start + 'plan:\n'.length));
    this.#executed.push({ text, connection, plan, buffers: countBuffers(plan), batch: countBatch(plan) });
  }
}

/**
 * Sums the buffers of all nodes. The buffers of a node include those of its children, except for statements in WITH that
 * write: no node reads them. A CTE Scan counts those of the CTE it reads.
 */
function countBuffers(node: PlanNode): number {
  const children = node.Plans ?? [];
  const all = (one: PlanNode) => one['Shared Hit Blocks'] + one['Shared Read Blocks'];
  const ofChildren = children.reduce((sum, child) => sum + all(child), 0);
  const own = node['Node Type'] === 'CTE Scan' ? 0 : Math.max(0, all(node) - ofChildren);
  return children.reduce((sum, child) => sum + countBuffers(child), own);
}

/** The functions that return the rows of a parameter. PostgreSQL does not name an `unnest` of several arrays. */
const parameterFunctions = new Set([undefined, 'unnest', 'jsonb_to_recordset']);

/** The rows of the largest array that the statement receives, or those that it writes and returns, if more. */
function countBatch(node: PlanNode): number {
  const isParameter = node['Node Type'] === 'Function Scan' && parameterFunctions.has(node['Function Name']);
  const own = isParameter || node['Node Type'] === 'ModifyTable' ? node['Actual Rows'] : 1;
  return Math.max(1, own, ...(node.Plans ?? []).map(countBatch));
}

/** Describes a plan in lines: node, index or table, rows and buffers. */
export function describePlan(node: any, depth = 0): string {
  const place = node['Index Name'] ?? node['CTE Name'] ?? node['Relation Name'] ?? '';
  const removed = node['Rows Removed by Filter'] ? `, ${node['Rows Removed by Filter']} filtered` : '';
  const condition = node['Index Cond'] ?? node.Filter ?? '';
  const line = `${'  '.repeat(depth)}${node['Node Type']} ${place}: ${node['Actual Rows']} rows × ${node['Actual Loops']}${removed}, ${
    node['Shared Hit Blocks'] + node['Shared Read Blocks']
  } buffers ${condition}`;
  return [line, ...(node.Plans ?? []).map((one: unknown) => describePlan(one, depth + 1))].join('\n');
}
