import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import type { SeatDecider } from '../../access/index.ts';
import { liveUserOf } from '../../accounts/index.ts';
import type { ChangeState } from './timeline.contract.ts';

const { sql, raw } = Prisma;

/** Columns of changes that record who decided them. Responses do not contain them. */
export const decisionColumns = [
  'api_key_id',
  'decided_by',
  'decided_at',
  'rescheduled_by',
  'rescheduled_with',
] as const;

/** The decision of an earlier change. `is_rescheduled` if the caller gives its values another day. */
export interface KeptDecision {
  id: number;
  is_rescheduled: boolean;
}

/**
 * Expressions about change `alias` that include rows of earlier releases, which have no time of the decision. If one user
 * decided such a row and another wrote it, the decision may be older than any link, and the writer may have moved it.
 */
const decidedBy = (alias: string) => raw(`coalesce(${alias}.decided_by, ${alias}.created_by)`);
const decidedAt = (alias: string) =>
  sql`coalesce(${raw(alias)}.decided_at, case when ${decidedBy(alias)} = ${raw(alias)}.created_by
    then ${raw(alias)}.created_at else 'epoch'::timestamptz end)`;
const rescheduledBy = (alias: string) =>
  sql`case when ${raw(alias)}.decided_at is null and ${decidedBy(alias)} <> ${raw(alias)}.created_by
    then ${raw(alias)}.created_by else ${raw(alias)}.rescheduled_by end`;

export const apiKeyOf = ({ credential }: Caller): number | null =>
  credential.kind === 'api_key' ? credential.id : null;

/**
 * The columns that record who decided a change, when, and with which API key: the caller, or as for an earlier change. The
 * time is that of the statement, not of the transaction, which may have waited for the lock of the employee: it is compared
 * with the time of a link, which takes the same lock.
 */
export function decisionValues(caller: Caller, kept?: KeptDecision) {
  const key = apiKeyOf(caller);
  if (!kept) return { decided_by: caller.user_id, api_key_id: key, decided_at: sql`clock_timestamp()` };
  const earlier = (column: Prisma.Sql) => sql`(select ${column} from employee_changes w
    where w.org_id = ${caller.org_id} and w.id = ${kept.id})`;
  const { is_rescheduled } = kept;
  return {
    decided_by: earlier(decidedBy('w')),
    api_key_id: earlier(sql`w.api_key_id`),
    decided_at: earlier(decidedAt('w')),
    rescheduled_by: is_rescheduled ? caller.user_id : earlier(rescheduledBy('w')),
    rescheduled_with: is_rescheduled ? key : earlier(sql`w.rescheduled_with`),
  };
}

export interface SeatDecision {
  state: ChangeState;
  deciders: SeatDecider[];
}

interface DecisionRow {
  state: ChangeState;
  decided_by: number | null;
  api_key_id: number | null;
  rescheduled_by: number | null;
  rescheduled_with: number | null;
  is_linked_later: boolean;
  user_linked_by: number | null;
  user_linked_with: number | null;
}

/**
 * Finds who decided that an employee has a position: the user who chose it, a user who moved this choice to another day, and
 * a user who linked the employee to a user after the choice.
 *
 * @param change_id the change that assigns the position; by default the last one that is in effect or, with `is_planned`,
 *   scheduled
 */
export async function findSeatDecision(
  tx: Transaction,
  caller: Caller,
  {
    employee_id,
    position_id,
    change_id = null,
    is_planned = false,
  }: { employee_id: number; position_id: number; change_id?: number | null; is_planned?: boolean },
): Promise<SeatDecision | undefined> {
  const states = is_planned ? sql`('applied', 'scheduled')` : sql`('applied')`;
  const [row] = await tx.rows<DecisionRow>(sql`
    select h.state::text, ${decidedBy('h')} as decided_by, h.api_key_id, ${rescheduledBy('h')} as rescheduled_by,
      h.rescheduled_with, coalesce(u.id is not null and e.user_linked_at >= ${decidedAt('h')}, false) as is_linked_later,
      e.user_linked_by, e.user_linked_with
    from employee_changes h join employees e on e.org_id = h.org_id and e.id = h.employee_id left join ${liveUserOf('u', 'e')}
    where h.org_id = ${caller.org_id} and h.employee_id = ${employee_id}
      and ${change_id === null ? sql`h.state in ${states}` : sql`h.id = ${change_id}`}
      and h.set ->> 'position_id' = ${position_id}::int::text
    order by h.effective_date desc, h.sequence desc limit 1`);
  return row && { state: row.state, deciders: listDeciders(row) };
}

function listDeciders(row: DecisionRow): SeatDecider[] {
  const { decided_by, api_key_id, rescheduled_by, rescheduled_with, user_linked_by, user_linked_with } = row;
  const rescheduler = { user_id: rescheduled_by, api_key_id: rescheduled_with, as: 'rescheduler' } as const;
  const linker = { user_id: user_linked_by, api_key_id: user_linked_with, as: 'linker' } as const;
  return [
    { user_id: decided_by, api_key_id, as: 'chooser' },
    ...(rescheduled_by === null ? [] : [rescheduler]),
    ...(row.is_linked_later ? [linker] : []),
  ];
}
