import { isNotSuspended, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';

const { sql } = Prisma;

export interface DeliveryBacklog {
  /** Number of deliveries that are due and not in flight, counted up to 100,000. Those of suspended organizations wait. */
  due: number;
  /** Age of the oldest due delivery in seconds. */
  oldest_seconds: number;
  /** Number of active endpoints with a failure and no success since. */
  failing: number;
}

const maxCounted = 100_000;
const isDue = sql`d.filed_at = 'infinity' and d.scheduled_at <= now() and (d.status = 'pending' or d.lease_until <= now())`;

/**
 * The cost does not depend on the size of the backlog: the count is limited, and the oldest due delivery of each
 * endpoint is looked up by an index.
 */
export async function readDeliveryBacklog(platform: Platform): Promise<DeliveryBacklog> {
  const first = (isReplay: Prisma.Sql) => sql`(
    select d.scheduled_at from webhook_deliveries d
    where d.org_id = w.org_id and d.webhook_id = w.id and ${isReplay} and ${isDue}
    order by d.scheduled_at limit 1)`;
  const [row] = await readCrossTenant<DeliveryBacklog>(
    platform,
    sql`select
      (select count(*) from (select from webhook_deliveries d where ${isDue} and ${isNotSuspended(sql`d.org_id`)} limit ${maxCounted}::int) w)::float8 as due,
      coalesce(extract(epoch from now() - min(least(${first(sql`not d.is_replay`)}, ${first(sql`d.is_replay`)}))), 0)::float8
        as oldest_seconds,
      count(*) filter (where w.failing_since is not null)::float8 as failing
      from webhook_endpoints w where w.is_active and w.deleted_at is null and ${isNotSuspended(sql`w.org_id`)}`,
  );
  return row ?? { due: 0, oldest_seconds: 0, failing: 0 };
}
