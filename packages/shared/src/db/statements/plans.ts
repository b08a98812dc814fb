import type { StatementPool } from '../connections/statement-pool.ts';
import { Prisma } from '../generated/client.ts';
import { stableMark } from './statement-names.ts';

/** The way in which PostgreSQL plans a statement. By default it plans for the values, every time. */
type Plan = 'by key' | 'once' | 'by indexes';

const plans = new WeakMap<Prisma.Sql, Plan>();

function planned(statement: Prisma.Sql, plan: Plan): Prisma.Sql {
  const marked = stable(statement);
  plans.set(marked, plan);
  return marked;
}

/** Marks a statement whose text is one of few: PostgreSQL parses and plans it once per connection. */
export function stable(statement: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(stableMark)} ${statement}`;
}

/**
 * Marks a statement for rows found by key or adjacent in an index. The text must be one of few, and its plan must suit
 * all values: a limit must be part of the text, because PostgreSQL estimates an unknown limit as a tenth of all rows.
 */
export function byKey(statement: Prisma.Sql): Prisma.Sql {
  return planned(statement, 'by key');
}

/**
 * Marks a list over partitions, which costs far more to plan than to run: it is planned once per connection, for any
 * values. The text must be one of few. To skip partitions, the statement must take the time bounds from rows that it
 * reads, not from values.
 */
export function plannedOnce(statement: Prisma.Sql): Prisma.Sql {
  return planned(statement, 'once');
}

/**
 * Marks a statement on a backlog, whose statistics are outdated within seconds: it is planned once, for any number of
 * rows, as ordered index scans.
 */
export function byIndexes(statement: Prisma.Sql): Prisma.Sql {
  return planned(statement, 'by indexes');
}

/**
 * `any(…)` for an array whose length PostgreSQL does not take into account. Otherwise it plans a stable statement again
 * for each array that is shorter than it assumes for an unknown one, because a plan for few values seems cheaper.
 */
export function anyOf(values: readonly unknown[], type: 'int' | 'text'): Prisma.Sql {
  const array = Prisma.raw(`${type}[]`);
  return Prisma.sql`any((select ${[...values]}::${array})::${array})`;
}

const timeoutMs = 10_000;

/** The transaction settings of a plan. */
const settings: Record<Exclude<Plan, 'by key'>, Readonly<Record<string, string>>> = {
  // The estimated costs include all partitions, most of which are pruned at run time: neither JIT compilation nor
  // parallel workers pay off.
  // The partition of a month that has just begun is not scanned because it has few rows when the statement is planned.
  once: {
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    enable_seqscan: 'off',
  },
  'by indexes': {
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_sort: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    plan_cache_mode: 'force_generic_plan',
  },
};

/** The transaction settings with which each named statement is planned once, as ordered index scans. */
export const byIndexesSettings = settings['by indexes'];

/** The pools: `keyed` for rows by key, `others` for all other statements. */
export interface Connections {
  keyed: Pick<StatementPool, 'rows'>;
  others: Pick<StatementPool, 'rows' | 'transaction'>;
}

/** Sends a statement with the settings of its plan. */
export function rowsAsPlanned<Row>({ keyed, others }: Connections, statement: Prisma.Sql): Promise<Row[]> {
  const plan = plans.get(statement);
  if (plan === undefined) return others.rows<Row>(statement);
  if (plan === 'by key') return keyed.rows<Row>(statement);
  return others.transaction((tx) => tx.rows<Row>(statement), timeoutMs, settings[plan]);
}
