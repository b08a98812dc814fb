import { Prisma } from '../db/index.ts';
import { executeOperational } from '../db/operational.ts';
import type { Platform } from '../platform.ts';

const { sql } = Prisma;

/** Something that an operator did, wanted to do, or was kept from. */
export interface OperatorAction {
  /** Null where nobody has the name that was given. */
  operator: string | null;
  action: string;
  queue?: string | null;
  job?: string | null;
  /** `asked` before it is done, since nothing may be done that is not on record. */
  outcome: 'asked' | 'done' | 'refused';
  ip: string | null;
}

/** Puts an action on record. @throws AppError `unavailable` without PostgreSQL */
export async function recordOperatorAction(platform: Platform, one: OperatorAction): Promise<void> {
  await executeOperational(platform, insertion(one, sql`true`));
}

/** Tries to sign in that one address may make in a minute, and that may be made at one name. */
const maxSignInAttempts = { address: 10, name: 30 };

/**
 * Puts a try to sign in on record and says whether it may go on: the record is what counts tries, in the whole
 * installation. One over the limit leaves no row, so that rows do not grow with tries.
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
