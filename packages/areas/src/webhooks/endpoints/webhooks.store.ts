import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  lockOrganization,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type Transaction,
  updateIfDifferent,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { maskedValue } from './custom-headers.policy.ts';
import type { ListWebhooks, PatchWebhook } from './webhooks.contract.ts';

const { sql } = Prisma;

export const webhooksTable = recordedTable({
  name: 'webhook_endpoints',
  aggregate: 'webhook_endpoint',
  columns: Prisma.WebhookEndpointScalarFieldEnum,
  // The address without its query, which may hold a receiver's own token.
  record_name: sql`split_part(c.url, '?', 1)`,
});

/** An endpoint as it is shown: of its custom headers only the names. */
const webhookColumns = (alias: 'c' | 'w') => sql`${wireColumns(webhooksTable, alias, inside)},
  (select coalesce(jsonb_object_agg(h.name, ${maskedValue}::text), '{}') from unnest(${Prisma.raw(alias)}.header_names) h(name)) as headers`;

/** What only the lane needs. */
const inside = ['header_names', 'failure_warned_at', 'refused_noticed_at', 'single_until_success'];

export interface WebhookRow {
  id: number;
  org_id: number;
  url: string;
  event_types: string[];
  is_active: boolean;
}

/** Locks and counts the live endpoints, so that two creates at once cannot both take the last place. */
export async function countWebhooks(tx: Transaction, caller: Caller): Promise<number> {
  await lockOrganization(tx, caller, 'webhook_endpoint_count');
  const [row] = await tx.rows<{ total: number }>(
    sql`select count(*)::int as total from webhook_endpoints where org_id = ${caller.org_id} and deleted_at is null`,
  );
  return row?.total ?? 0;
}

/** Custom headers as they are stored: the names by themselves, since they are no secret. */
interface StoredHeaders {
  headers_enc: Buffer | null;
  header_names: string[];
}

interface NewWebhook extends StoredHeaders {
  url: string;
  event_types: string[];
  description: string;
  rate_limit_per_second: number | null;
  ordered: boolean;
  secret_enc: Buffer;
}

export function insertWebhook(caller: Caller, webhook: NewWebhook): Change<WebhookRow> {
  return {
    table: webhooksTable,
    statement: insertInto(caller, webhooksTable, {
      ...webhook,
      event_types: sql`${webhook.event_types}::text[]`,
      header_names: sql`${webhook.header_names}::text[]`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: webhookColumns('c'),
  };
}

export async function findWebhook(caller: Caller, id: number): Promise<WebhookRow | undefined> {
  return readOne<WebhookRow>(
    caller,
    sql`select ${webhookColumns('w')} from webhook_endpoints w
      where w.org_id = ${caller.org_id} and w.id = ${id} and w.deleted_at is null`,
  );
}

export async function findWebhooks(caller: Caller, query: ListWebhooks): Promise<Listed<WebhookRow>> {
  const where = sql`w.org_id = ${caller.org_id} and w.deleted_at is null`;
  return readPage<WebhookRow>(caller, query, {
    columns: webhookColumns('w'),
    from: sql`webhook_endpoints w`,
    where,
    orderBy: sql`w.id`,
  });
}

/** Locks an endpoint, so that what is sent again is looked up and queued by one at a time. */
export async function lockEndpoint(tx: Transaction, caller: Caller, webhook_id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select id from webhook_endpoints
    where org_id = ${caller.org_id} and id = ${webhook_id} and is_active and deleted_at is null for no key update`);
  return rows.length > 0;
}

/** The custom headers of an endpoint, encrypted; undefined when there is no such endpoint. */
export async function findEncryptedHeaders(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<Uint8Array | null | undefined> {
  const [row] = await tx.rows<{
    headers_enc: Uint8Array | null;
  }>(sql`select w.headers_enc from webhook_endpoints w
    where w.org_id = ${caller.org_id} and w.id = ${id} and w.deleted_at is null`);
  return row?.headers_enc;
}

function changeWebhook(
  caller: Caller,
  id: number,
  values: ColumnValues,
  update = updateRows,
): Change<WebhookRow> {
  return {
    table: webhooksTable,
    statement: update(caller, webhooksTable, values, sql`id = ${id} and deleted_at is null`),
    select: webhookColumns('c'),
  };
}

type WebhookPatch = Omit<PatchWebhook, 'headers'> & Partial<StoredHeaders>;

export function updateWebhook(caller: Caller, id: number, patch: WebhookPatch): Change<WebhookRow> {
  const values = {
    ...patch,
    event_types: patch.event_types && sql`${patch.event_types}::text[]`,
    header_names: patch.header_names && sql`${patch.header_names}::text[]`,
    ...(patch.is_active ? dealtWith : {}),
  };
  return changeWebhook(caller, id, values, updateIfDifferent);
}

/** Whoever switches it on again has dealt with the reason. One that is on keeps the books of its health. */
const dealtWith = {
  disabled_reason: null,
  ...Object.fromEntries(
    ['failing_since', 'failure_warned_at', 'refused_noticed_at'].map((column) => [
      column,
      sql`case when is_active then ${Prisma.raw(column)} end`,
    ]),
  ),
  single_until_success: sql`is_active and single_until_success`,
};

/** Puts another secret in the place of the one there is, which goes on signing for a time. */
export function replaceSecret(
  caller: Caller,
  id: number,
  secret_enc: Buffer,
  keepOldForHours: number,
): Change<WebhookRow> {
  const isKept = keepOldForHours > 0;
  return changeWebhook(caller, id, {
    secret_enc,
    previous_secret_enc: isKept ? sql`secret_enc` : null,
    previous_secret_until: isKept ? sql`now() + ${keepOldForHours} * interval '1 hour'` : null,
  });
}

export function archiveWebhook(caller: Caller, id: number): Change<WebhookRow> {
  return changeWebhook(caller, id, { deleted_at: sql`now()`, is_active: false });
}
