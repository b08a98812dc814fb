import { Prisma } from '../db/index.ts';
import { executeOperational } from '../db/operational.ts';
import type { Platform } from '../platform.ts';

const { sql } = Prisma;

export interface OperatorAction {
  /** Null if no operator has the given name. */
  operator: string | null;
  action: string;
  queue?: string | null;
  job?: string | null;
  /** `asked` is recorded before the action: an action that cannot be recorded must not happen. */
  outcome: 'asked' | 'done' | 'refused';
  ip: string | null;
}

/** @throws AppError `unavailable` if PostgreSQL does not respond */
export async function recordOperatorAction(platform: Platform, one: OperatorAction): Promise<void> {
  await executeOperational(platform, insertion(one, sql`true`));
}

/** Maximum sign-in attempts per minute, by address and by operator name. */
const maxSignInAttempts = { address: 10, name: 30 };

/**
 * Records a sign-in attempt and returns true, or returns false if the limit is reached. Attempts are counted from the
 * records, across the whole installation. Rejected attempts are not stored, so that they cannot fill the table.
 */
export async function recordSignInAttempt(
  platform: Platform,
  { operator, ip }: Pick<OperatorAction, 'operator' | 'ip'>,
): Promise<boolean> {
  const recent = sql`select count(*) from operator_actions
    where occurred_at > now() - interval '1 minute' and action = 'sign in' and outcome = 'asked'`;
  const hasRoom = sql`(${recent} and ip is not distinct from ${ip}::text) < ${maxSignInAttempts.address}::int
    and (${operator}::text is null or (${recent} and operator = ${operator}::text) < ${maxSignInAttempts.name}::int)`;
  const rows = await executeOperational(
    platform,
    insertion({ operator, ip, action: 'sign in', outcome: 'asked' }, hasRoom),
  );
  return rows.length > 0;
}

function insertion({ operator, action, queue, job, outcome, ip }: OperatorAction, condition: Prisma.Sql) {
  return sql`insert into operator_actions (operator, action, queue, job, outcome, ip)
    select ${operator}::text, ${action}::text, ${queue ?? null}::text, ${job ?? null}::text, ${outcome}::text, ${ip}::text
    where ${condition} returning id`;
}
