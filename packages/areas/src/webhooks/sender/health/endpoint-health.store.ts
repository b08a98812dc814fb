import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { isFinished } from '../../deliveries/delivery-state.store.ts';
import { automaticChange } from '../../notices/endpoint-notice.store.ts';

const { sql } = Prisma;

const disabledWith = (disabled_reason: string) => ({ is_active: false, disabled_reason });

/** Disables an endpoint after a 410. Returns no row if it is already inactive or deleted. */
export const disableGone = (caller: Caller, id: number) =>
  automaticChange(caller, id, disabledWith('The receiver responded with 410 (Gone)'), sql`true`);

const failedFor = (time: string) => sql`failing_since <= now() - ${time}::interval`;
const nothingSucceeded = sql`not exists (
  select from webhook_deliveries d where d.org_id = webhook_endpoints.org_id and d.webhook_id = webhook_endpoints.id
    and d.status = 'succeeded' and d.filed_at > webhook_endpoints.failing_since and ${isFinished})`;
const failures = (edge: 'asc' | 'desc') => sql`(
  select d.filed_at from webhook_deliveries d where d.org_id = webhook_endpoints.org_id and d.webhook_id = webhook_endpoints.id
    and d.status = 'failed' and d.filed_at > now() - interval '5 days' and ${isFinished}
  order by d.filed_at ${Prisma.raw(edge)} limit 1)`;

/**
 * Disables an endpoint if all its deliveries have failed for at least five days, with at least twelve hours between the
 * first and the last failure of the last five days: one bad hour after a quiet week is not enough.
 */
export const disableFailing = (caller: Caller, id: number) =>
  automaticChange(
    caller,
    id,
    disabledWith('Every delivery failed for 5 days'),
    sql`${failedFor('5 days')} and ${nothingSucceeded}
      and ${failures('desc')} - ${failures('asc')} >= interval '12 hours'`,
  );

/** Marks the warning about two days of failures as sent. It is sent once, until a delivery succeeds. */
export const markWarningSent = (caller: Caller, id: number) =>
  automaticChange(
    caller,
    id,
    { failure_warned_at: sql`now()` },
    sql`failure_warned_at is null and ${failedFor('2 days')} and ${nothingSucceeded}`,
  );

/** Marks the notification of a permanent failure as sent. It is sent at most once an hour. */
export const markRejectionNotified = (caller: Caller, id: number) =>
  automaticChange(
    caller,
    id,
    { refused_noticed_at: sql`now()` },
    sql`(refused_noticed_at is null or refused_noticed_at <= now() - interval '1 hour')`,
  );
