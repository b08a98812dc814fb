import type { StatementPool } from '../connections/statement-pool.ts';
import { Prisma } from '../generated/client.ts';
import { stableMark } from './statement-names.ts';

/** How PostgreSQL plans a statement: for its values each time unless one of these says otherwise. */
type Plan = 'by key' | 'once' | 'by indexes';

const plans = new WeakMap<Prisma.Sql, Plan>();

function planned(statement: Prisma.Sql, plan: Plan): Prisma.Sql {
  const marked = stable(statement);
  plans.set(marked, plan);
  return marked;
}

/** Names a statement whose text is one of few: PostgreSQL parses and plans it once a connection. */
export function stable(statement: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(stableMark)} ${statement}`;
}

/**
 * For rows that are found by a key, or lie together in an index. The text must be one of few, and its plan the right
 * one for any values: a limit stands in the text, because PostgreSQL takes an unknown one for a tenth of all rows.
 */
export function byKey(statement: Prisma.Sql): Prisma.Sql {
  return planned(statement, 'by key');
}

/**
 * For lists over partitions, which cost far more to plan than to run: planned once a connection, whatever the values.
 * The text must be one of few; bounds of time that matter must come from rows that the statement itself reads.
 */
export function plannedOnce(statement: Prisma.Sql): Prisma.Sql {
  return planned(statement, 'once');
}

/**
 * For backlogs, which fill and empty within seconds and whose statistics are of another moment: planned once, for
 * any number of rows, as a walk through indexes in their order.
 */
export function byIndexes(statement: Prisma.Sql): Prisma.Sql {
  return planned(statement, 'by indexes');
}

const timeoutMs = 10_000;

/** The settings of a transaction whose statement has a plan. */
const settings: Record<Exclude<Plan, 'by key'>, Readonly<Record<string, string>>> = {
  // The costs are those of all partitions, most of which are left out in the end: neither compiling the statement nor
  // starting processes for it pays.
  once: { plan_cache_mode: 'force_generic_plan', jit: 'off', max_parallel_workers_per_gather: '0' },
  'by indexes': {
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_sort: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    plan_cache_mode: 'force_generic_plan',
  },
};

/** The pools for statements: `keyed` for rows by key, `others` for all others. */
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
