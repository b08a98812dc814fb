import {
  type Backlog,
  type NumberedEvent,
  organizationWakeUps,
  type Platform,
  type WakeUp,
} from '@wfp/shared';
import { byKey, type ColumnValues, Prisma } from '@wfp/shared/db';
import { executeOperational, type RelayTransaction, readCrossTenant } from '@wfp/shared/operational';
import { automaticChange } from '../notices/endpoint-notice.store.ts';

const { sql } = Prisma;

export const authorizationQueue = 'webhook-authorization';

export const authorizationBacklog: Backlog = {
  from: sql`webhook_authorization_checks w`,
  due: () => sql`w.due_at <= now()`,
  next: { at: sql`w.due_at`, where: () => sql`true` },
};

/** Events after which a user may have other permissions, or an endpoint other event types. */
const relevantTypes = /^(?:grant|role|user)\.|^webhook_endpoint\.post_/;

/**
 * A projection of the relay. Makes checks of the organizations of a batch due: a rounded time could be in the future.
 *
 * @returns wake-ups for their lanes
 */
export async function projectAuthorizationChecks(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<WakeUp[]> {
  const relevant = batch.filter(({ event_type }) => relevantTypes.test(event_type));
  if (relevant.length === 0) return [];
  const ids = [...new Set(relevant.map(({ org_id }) => org_id))];
  const due = await tx.rows<{ org_id: number }>(sql`
    insert into webhook_authorization_checks (org_id, due_at)
    select o.id, date_trunc('milliseconds', clock_timestamp()) from unnest(${ids}::int[]) o(id)
    where exists (select from webhook_endpoints w where w.org_id = o.id and w.is_active and w.deleted_at is null)
    order by o.id
    on conflict (org_id) do update set due_at = excluded.due_at
    returning org_id`);
  return organizationWakeUps(authorizationQueue, due);
}

interface AuthorizationCheck {
  due_at: Date;
}

export async function findCheck(platform: Platform, org_id: number): Promise<AuthorizationCheck | undefined> {
  const [row] = await readCrossTenant<AuthorizationCheck>(
    platform,
    byKey(sql`select due_at from webhook_authorization_checks where org_id = ${org_id} and due_at <= now()`),
  );
  return row;
}

/**
 * Schedules the next check of an organization, which finds changes that no event reports: rights of built-in roles and
 * event types of a new release. An organization without active endpoints is not checked any more. Has no effect if
 * another check became due since `due_at`.
 */
export async function finishCheck(platform: Platform, org_id: number, { due_at }: AuthorizationCheck) {
  const isThis = sql`c.org_id = ${org_id} and c.due_at = ${due_at}::timestamptz`;
  const hasActive = sql`exists (select from webhook_endpoints w
    where w.org_id = ${org_id} and w.is_active and w.deleted_at is null)`;
  await executeOperational(
    platform,
    sql`with ended as (
        delete from webhook_authorization_checks c where ${isThis} and not ${hasActive} returning c.org_id
      )
      update webhook_authorization_checks c set due_at = now() + interval '1 day'
      where ${isThis} and ${hasActive} returning c.org_id`,
  );
}

export interface AuthorizedEndpoint {
  id: number;
  event_types: string[];
  authorized_by: number;
  authorization_lost_at: Date | null;
}

/** Processes of the previous release do not store who authorized an endpoint. */
const authorizer = sql`coalesce(authorized_by, updated_by)`;

export async function findActiveEndpoints(platform: Platform, org_id: number): Promise<AuthorizedEndpoint[]> {
  return readCrossTenant<AuthorizedEndpoint>(
    platform,
    byKey(sql`select id, event_types, ${authorizer} as authorized_by, authorization_lost_at
      from webhook_endpoints where org_id = ${org_id} and is_active and deleted_at is null order by id`),
  );
}

const isUnchanged = ({ authorized_by }: AuthorizedEndpoint) => sql`${authorizer} = ${authorized_by}`;

/** Records that the user who authorized an endpoint may not read all of its events, unless it is recorded already. */
export const markAuthorizationLost =
  (endpoint: AuthorizedEndpoint) => (caller: Parameters<typeof automaticChange>[0], id: number) => {
    const values: ColumnValues = {
      authorized_by: sql`${authorizer}`,
      authorization_lost_at: sql`now()`,
    };
    return automaticChange(
      caller,
      id,
      values,
      sql`authorization_lost_at is null and ${isUnchanged(endpoint)}`,
    );
  };

/** The user may read all events again, which needs no action of administrators: no event is written. */
export async function markAuthorizationRegained(
  platform: Platform,
  org_id: number,
  endpoint: AuthorizedEndpoint,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update webhook_endpoints set authorization_lost_at = null
      where org_id = ${org_id} and id = ${endpoint.id} and ${isUnchanged(endpoint)} returning id`,
  );
}
