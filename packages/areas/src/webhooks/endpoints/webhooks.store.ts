import type { Caller } from '@wfp/shared';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  type Transaction,
  updateIfDifferent,
  updateRows,
} from '@wfp/shared/db';
import type { PatchWebhook } from './webhooks.contract.ts';
import { webhooks } from './webhooks.resource.ts';

const { sql } = Prisma;

const { table } = webhooks;

export interface WebhookRow {
  id: number;
  org_id: number;
  url: string;
  event_types: string[];
  is_active: boolean;
}

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
    table,
    statement: insertInto(caller, table, {
      ...webhook,
      event_types: sql`${webhook.event_types}::text[]`,
      header_names: sql`${webhook.header_names}::text[]`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: webhooks.select('c'),
  };
}

export async function lockEndpoint(tx: Transaction, caller: Caller, webhook_id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select id from webhook_endpoints
    where org_id = ${caller.org_id} and id = ${webhook_id} and is_active and deleted_at is null for no key update`);
  return rows.length > 0;
}

/** @returns null if the endpoint has no custom headers; undefined if it does not exist */
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
    table,
    statement: update(caller, table, values, sql`id = ${id} and deleted_at is null`),
    select: webhooks.select('c'),
  };
}

type WebhookPatch = Omit<PatchWebhook, 'headers'> & Partial<StoredHeaders>;

export function updateWebhook(caller: Caller, id: number, patch: WebhookPatch): Change<WebhookRow> {
  const values = {
    ...patch,
    event_types: patch.event_types && sql`${patch.event_types}::text[]`,
    header_names: patch.header_names && sql`${patch.header_names}::text[]`,
    ...(patch.is_active ? clearedHealth : {}),
  };
  return changeWebhook(caller, id, values, updateIfDifferent);
}

/** Enabling an inactive endpoint resets its health. An active endpoint keeps it. */
const clearedHealth = {
  disabled_reason: null,
  ...Object.fromEntries(
    ['failing_since', 'failure_warned_at', 'refused_noticed_at'].map((column) => [
      column,
      sql`case when is_active then ${Prisma.raw(column)} end`,
    ]),
  ),
  single_until_success: sql`is_active and single_until_success`,
};

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
