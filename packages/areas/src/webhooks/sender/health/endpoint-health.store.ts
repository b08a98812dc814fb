import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction } from '@wfp/shared/db';
import { grantsInForceOf } from '../../../access/index.ts';
import { usersAs } from '../../../accounts/index.ts';
import { isFinished } from '../../deliveries/delivery-state.store.ts';
import { webhooks } from '../../endpoints/webhooks.resource.ts';

const { sql } = Prisma;

/** The parts of an endpoint that a notification contains. */
export interface HealthNoticeEndpoint {
  id: number;
  url: string;
  failing_since: Date | null;
}

function automaticChange(
  caller: Caller,
  id: number,
  values: Prisma.Sql,
  when: Prisma.Sql,
): Change<HealthNoticeEndpoint> {
  return {
    table: webhooks.table,
    statement: sql`update webhook_endpoints w set ${values}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where w.org_id = ${caller.org_id} and w.id = ${id} and w.is_active and w.deleted_at is null and ${when}`,
    select: sql`c.id, c.url, c.failing_since`,
  };
}

const switchedOff = (reason: string) => sql`is_active = false, disabled_reason = ${reason}`;

/** Switches an endpoint off after a 410. Returns no row if it is off already. */
export const disableGone = (caller: Caller, id: number) =>
  automaticChange(caller, id, switchedOff('The receiver answered 410: gone'), sql`true`);

const failedFor = (time: string) => sql`w.failing_since <= now() - ${time}::interval`;
const nothingSucceeded = sql`not exists (
  select from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
    and d.status = 'succeeded' and d.filed_at > w.failing_since and ${isFinished})`;
const failures = (edge: 'asc' | 'desc') => sql`(
  select d.filed_at from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
    and d.status = 'failed' and d.filed_at > now() - interval '5 days' and ${isFinished}
  order by d.filed_at ${Prisma.raw(edge)} limit 1)`;

/**
 * Switches an endpoint off if all its deliveries of five days failed, and the first and last failure are twelve hours
 * apart: one bad hour after a quiet week is not enough.
 */
export const disableFailing = (caller: Caller, id: number) =>
  automaticChange(
    caller,
    id,
    switchedOff('Every delivery failed for 5 days'),
    sql`${failedFor('5 days')} and ${nothingSucceeded}
      and ${failures('desc')} - ${failures('asc')} >= interval '12 hours'`,
  );

/** Marks the warning after two days of failures as sent: once, until something succeeds. */
export const markWarningSent = (caller: Caller, id: number) =>
  automaticChange(
    caller,
    id,
    sql`failure_warned_at = now()`,
    sql`w.failure_warned_at is null and ${failedFor('2 days')} and ${nothingSucceeded}`,
  );

/** Marks the notification of a refusal as sent: once an hour. */
export const markRejected = (caller: Caller, id: number) =>
  automaticChange(
    caller,
    id,
    sql`refused_noticed_at = now()`,
    sql`(w.refused_noticed_at is null or w.refused_noticed_at <= now() - interval '1 hour')`,
  );

/** The owners and admins of an organization. */
export function findAdmins(tx: Transaction, caller: Caller): Promise<{ user_id: number; email: string }[]> {
  return tx.rows(
    sql`select u.id as user_id, u.email from ${usersAs('u')}
      where u.org_id = ${caller.org_id} and u.status = 'active' and u.deleted_at is null and not u.is_service
        and exists (select ${grantsInForceOf('u')} and g.scope = 'role' and r.is_builtin and r.code in ('owner', 'admin'))
      order by u.id`,
  );
}
