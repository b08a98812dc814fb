import type pg from 'pg';

/** A node of PostgreSQL's plan. */
interface PlanStep {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: PlanStep[];
  [detail: string]: unknown;
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter'];
/**
 * Matches `t.org_id = $1`, `t.org_id = u.org_id`, `t.org_id = ANY (…)`, `t.org_id = (InitPlan 1).col1`, and
 * `(t.org_id + 0) = $1`, which excludes an index.
 */
const equality = /([\w"]+)\.(\w+)(?: \+ 0\))? = (?:([\w"]+)\.(\w+)|(\$|\d|ANY|\())/g;
const tables = new WeakMap<pg.Client, Promise<ReadonlyMap<string, string>>>();

/**
 * Returns the tables that a statement reads or changes without limiting their `org_id`, directly or through other
 * tables, to a given value. Uses the plan, which, unlike the text, shows derived conditions of joins and subqueries.
 */
export async function findUnlimitedTables(database: pg.Client, text: string): Promise<string[]> {
  const known = tables.get(database) ?? findOrganizationTables(database);
  tables.set(database, known);
  const ofOrganizations = await known;
  const steps = await explainStatement(database, text);
  const scans = new Map(
    steps.flatMap((step): [string, string][] => {
      const name = step['Relation Name'];
      if (name === undefined || step['Node Type'] === 'ModifyTable') return [];
      return [[step.Alias ?? name, ofOrganizations.get(name) ?? name]];
    }),
  );
  const limited = findLimitedAliases(steps, scans);
  const loose = [...scans].filter(([alias, table]) => ofOrganizations.has(table) && !limited.has(alias));
  return loose.map(([, table]) => table).sort();
}

/** Returns the aliases whose organization is a given value, or equals that of another such alias. */
function findLimitedAliases(steps: readonly PlanStep[], scans: ReadonlyMap<string, string>): Set<string> {
  const isOrganization = (alias: string, column: string) =>
    scans.get(alias) === 'organizations' ? column === 'id' : column === 'org_id';
  const limited = new Set<string>();
  const pairs: [string, string][] = [];
  for (const step of steps) {
    for (const condition of conditions.map((name) => String(step[name] ?? ''))) {
      for (const [, alias = '', column = '', other, otherColumn = ''] of condition.matchAll(equality)) {
        if (other === undefined) {
          if (isOrganization(alias, column)) limited.add(alias);
        } else if (isOrganization(alias, column) && isOrganization(other, otherColumn)) {
          pairs.push([alias, other], [other, alias]);
        }
      }
    }
  }
  // Other aliases name computed rows (a CTE, a list of values). The tables that these read have aliases of their own.
  for (const [, other] of pairs) if (!scans.has(other)) limited.add(other);
  for (let before = -1; before < limited.size; ) {
    before = limited.size;
    for (const [alias, other] of pairs) if (limited.has(alias)) limited.add(other);
  }
  return limited;
}

async function explainStatement(database: pg.Client, text: string): Promise<PlanStep[]> {
  const { rows } = await database.query(`explain (generic_plan, verbose, costs off, format json) ${text}`);
  const [{ Plan: root }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanStep }];
  const all = [root];
  for (const step of all) all.push(...(step.Plans ?? []));
  return all;
}

/** Maps tables and partitions of organizations to the name of the table. */
async function findOrganizationTables(database: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ name: string; table: string }>(
    `select c.relname as name, coalesce(p.relname, c.relname) as table from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'months'::regnamespace)`,
  );
  return new Map(rows.map(({ name, table }) => [name, table]));
}
