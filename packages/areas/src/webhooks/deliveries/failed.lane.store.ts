import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { organizationOf } from '../../organizations/index.ts';

const { sql } = Prisma;

export interface FailedEndpoint {
  org_id: number;
  slug: string;
  webhook_id: number;
  url: string;
  is_active: boolean;
  /** The number of events with a failed delivery; some may have succeeded since. */
  failed: number;
}

/**
 * Lists endpoints with deliveries that have failed since a given time. Includes inactive endpoints, but neither deleted
 * ones nor those of organizations that are suspended, closing or closed. Test events do not count.
 *
 * @param org_id null for all organizations
 */
export function listFailedEndpoints(
  platform: Platform,
  since: Date,
  org_id: number | null,
  webhook_id: number | null,
): Promise<FailedEndpoint[]> {
  return readCrossTenant<FailedEndpoint>(
    platform,
    sql`select d.org_id, o.slug, d.webhook_id, w.url, w.is_active, count(distinct d.event_id)::float8 as failed
      from webhook_deliveries d
      join webhook_endpoints w on w.org_id = d.org_id and w.id = d.webhook_id and w.deleted_at is null
      join ${organizationOf('o', 'd')} and o.status in ('unverified', 'active')
      where d.filed_at >= ${since} and d.filed_at < 'infinity' and d.status = 'failed' and d.event_type <> 'webhook.test'
        and (${org_id}::int is null or d.org_id = ${org_id}::int) and (${webhook_id}::int is null or d.webhook_id = ${webhook_id}::int)
      group by 1, 2, 3, 4, 5 order by 1, 3`,
  );
}
