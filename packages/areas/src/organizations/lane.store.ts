import type { Backlog, Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenantByKey } from '@wfp/shared/operational';

const { sql, raw } = Prisma;

/** The organizations that began to close 30 days ago, and those whose purge was interrupted. */
export const purgeBacklog: Backlog = {
  from: sql`organizations o`,
  orgId: sql`o.id`,
  due: () => sql`((o.status = 'closing' and o.closing_at < now() - interval '30 days')
        or (o.status = 'closed' and o.deleted_at is null))`,
};

/** A table whose rows belong to an organization. */
export interface TenantTable {
  table: string;
  /** Columns that close a circle of references. */
  unlink?: readonly [table: string, column: string][];
  /** Why its rows are no part of an export of the organization; they are when nothing is said. */
  leftOut?: string;
  /** Columns that only the service itself needs: no part of it either. Those named *_hash and *_enc never are. */
  inside?: readonly string[];
}

const credentials = 'proves who somebody is';
const books = 'the books of the service about work under way';

/**
 * The tables of a tenant in an order in which their rows can go: what refers before what is referred to. Where
 * references go round in a circle, the columns that close it are emptied first. A test holds the list against
 * the database.
 */
export const purgeOrder: readonly TenantTable[] = [
  { table: 'relay_failures', leftOut: books },
  { table: 'event_traces', leftOut: books },
  { table: 'webhook_deliveries', inside: ['lease_until', 'filed_at'] },
  { table: 'webhook_lanes', leftOut: books },
  { table: 'webhook_replays', inside: ['reached_at', 'reached_id'] },
  {
    table: 'webhook_endpoints',
    inside: ['failure_warned_at', 'refused_noticed_at', 'single_until_success'],
  },
  { table: 'prompt_runs', inside: ['leased_until'] },
  { table: 'prompt_template_versions' },
  { table: 'prompt_templates' },
  { table: 'prompt_usage' },
  { table: 'task_comments', unlink: [['task_comments', 'parent_id']] },
  { table: 'task_reminder_firings', leftOut: books },
  { table: 'task_reminders' },
  { table: 'task_relations' },
  { table: 'task_labels' },
  { table: 'task_label_moves', leftOut: books },
  { table: 'task_views' },
  { table: 'tasks', unlink: [['tasks', 'parent_task_id']] },
  { table: 'task_columns' },
  { table: 'initiative_recounts', leftOut: books },
  { table: 'initiative_tasks', leftOut: 'follows from audit_log' },
  { table: 'initiative_updates' },
  { table: 'initiative_members' },
  { table: 'initiatives' },
  { table: 'position_grants' },
  { table: 'grants' },
  { table: 'team_members' },
  {
    table: 'employee_changes',
    unlink: [
      ['employee_changes', 'corrects_id'],
      ['employee_changes', 'because_of_id'],
    ],
  },
  {
    table: 'employees',
    unlink: [
      ['employees', 'manager_id'],
      ['teams', 'lead_employee_id'],
    ],
  },
  { table: 'positions' },
  { table: 'roles' },
  { table: 'teams', unlink: [['teams', 'parent_id']] },
  { table: 'stream_tickets', leftOut: credentials },
  { table: 'api_keys', unlink: [['api_keys', 'rotated_from_id']] },
  { table: 'refresh_tokens', leftOut: credentials },
  { table: 'sessions', leftOut: credentials },
  { table: 'mfa_challenges', leftOut: credentials },
  { table: 'mfa_methods', leftOut: credentials },
  { table: 'recovery_codes', leftOut: credentials },
  { table: 'user_tokens', leftOut: credentials },
  { table: 'user_identities' },
  { table: 'user_profiles' },
  { table: 'mails', leftOut: 'messages may hold tokens, and are emptied once sent' },
  { table: 'idempotency_keys', leftOut: 'answers kept for a day, for requests that are repeated' },
  { table: 'exports', leftOut: books },
  { table: 'imports', inside: ['attempts', 'lease_until'] },
  { table: 'files', inside: ['storage_key', 'purge_at'] },
  { table: 'enum_values' },
  { table: 'enums' },
  { table: 'organization_settings' },
  { table: 'org_addresses' },
  { table: 'org_contacts' },
  { table: 'org_social_links' },
  { table: 'audit_searches' },
  { table: 'audit_personal', leftOut: 'its values are in audit_log' },
  { table: 'users' },
];

/** What is append-only for the service, and so outlives the rest. */
export const lastingTables: readonly TenantTable[] = [
  {
    table: 'events',
    inside: ['subject_employee_id', 'subject_team_id', 'subject_user_ids', 'is_private'],
  },
  { table: 'event_log' },
  { table: 'event_heads', leftOut: books },
  { table: 'event_counts', leftOut: 'follows from events' },
  { table: 'outbox', leftOut: books },
  { table: 'audit_log', inside: ['personal_digest'] },
  { table: 'audit_checkpoints' },
  { table: 'audit_chain', leftOut: 'its heads are in audit_checkpoints' },
  { table: 'audit_heads', leftOut: books },
];

const mostAtOnce = 2_000;

/** Asked by every statement: a bell may come late, to an organization that was reopened since it was rung. */
const isClosed = (org_id: number) =>
  sql`exists (select from organizations where id = ${org_id} and status = 'closed')`;

/** Deletes some rows of a closed organization, of the first table that has any, and says how many; 0 when nothing is left. */
export async function purgeSome(platform: Platform, org_id: number): Promise<number> {
  for (const { table, unlink = [] } of purgeOrder) {
    for (const [holder, column] of unlink) await emptied(platform, org_id, holder, column);
    const gone = await executeOperational(
      platform,
      // A table of partitions has the same place once in each.
      sql`delete from ${raw(table)} where org_id = ${org_id} and ctid = any(array(
          select ctid from ${raw(table)} where org_id = ${org_id} and ${isClosed(org_id)} limit ${mostAtOnce}::int))
        returning 1 as gone`,
    );
    if (gone.length > 0) return gone.length;
  }
  return 0;
}

async function emptied(platform: Platform, org_id: number, table: string, column: string): Promise<void> {
  for (;;) {
    const rows = await executeOperational(
      platform,
      sql`update ${raw(table)} set ${raw(column)} = null where ctid = any(array(
          select ctid from ${raw(table)} where org_id = ${org_id} and ${raw(column)} is not null and ${isClosed(org_id)}
          limit ${mostAtOnce}::int))
        returning 1 as emptied`,
    );
    if (rows.length === 0) return;
  }
}

/** Whether it is closed for good: from then on nothing opens it again. */
export async function isClosedForGood(platform: Platform, org_id: number): Promise<boolean> {
  const rows = await readCrossTenantByKey(
    platform,
    sql`select id from organizations where id = ${org_id} and status = 'closed'`,
  );
  return rows.length > 0;
}

/** Notes that nothing of an organization is left to delete. */
export async function markPurged(platform: Platform, org_id: number): Promise<void> {
  await executeOperational(
    platform,
    sql`update organizations set deleted_at = now() where id = ${org_id} and status = 'closed' returning id`,
  );
}
