import type { Caller } from '@wfp/shared';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  readOne,
  type Transaction,
  updateIfDifferent,
  updateRows,
} from '@wfp/shared/db';
import { isOpen } from '../deliveries/delivery-state.store.ts';
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

/** The user who may read all events that the endpoint receives. */
const authorizedBy = ({ user_id }: Caller) => ({ authorized_by: user_id, authorization_lost_at: null });

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
      ...authorizedBy(caller),
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: webhooks.select('c'),
  };
}

export async function lockEndpoint(
  tx: Transaction,
  caller: Caller,
  webhook_id: number,
): Promise<{ event_types: string[] } | undefined> {
  const [row] = await tx.rows<{ event_types: string[] }>(sql`select event_types from webhook_endpoints
    where org_id = ${caller.org_id} and id = ${webhook_id} and is_active and deleted_at is null for no key update`);
  return row;
}

export interface Recipient {
  url: string;
  event_types: string[];
  headers_enc: Uint8Array | null;
  is_active: boolean;
}

/** Returns what a live or a deleted endpoint receives and where to, and prevents changes until the transaction ends. */
export async function lockRecipient(
  tx: Transaction,
  caller: Caller,
  id: number,
  as: 'live' | 'deleted',
): Promise<Recipient | undefined> {
  const isDeleted = as === 'deleted';
  const [row] =
    await tx.rows<Recipient>(sql`select url, event_types, headers_enc, is_active from webhook_endpoints
    where org_id = ${caller.org_id} and id = ${id} and (deleted_at is not null) = ${isDeleted}::bool for no key update`);
  return row;
}

export async function findStoredHeaders(
  caller: Caller,
  id: number,
): Promise<Pick<Recipient, 'headers_enc'> | undefined> {
  return readOne<Pick<Recipient, 'headers_enc'>>(
    caller,
    sql`select headers_enc from webhook_endpoints
      where org_id = ${caller.org_id} and id = ${id} and deleted_at is null`,
  );
}

/** Returns the types of the events that wait to be sent, including types that the endpoint no longer receives. */
export async function findOpenTypes(tx: Transaction, caller: Caller, webhook_id: number): Promise<string[]> {
  const rows = await tx.rows<{
    event_type: string;
  }>(sql`select distinct d.event_type from webhook_deliveries d
    where d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} and ${isOpen}`);
  return rows.map(({ event_type }) => event_type);
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

/** @param isAuthorized true if the caller may read all events that the endpoint receives */
export function updateWebhook(
  caller: Caller,
  id: number,
  patch: WebhookPatch,
  isAuthorized: boolean,
): Change<WebhookRow> {
  const values = {
    ...patch,
    ...(isAuthorized ? authorizedBy(caller) : {}),
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

/** A restored endpoint is inactive and healthy. The secret is new, because the old one may have been disclosed since. */
export function restoreDeleted(caller: Caller, id: number, secret_enc: Buffer): Change<WebhookRow> {
  const health = { failing_since: null, failure_warned_at: null, refused_noticed_at: null };
  const values = {
    ...{ deleted_at: null, is_active: false, disabled_reason: null, single_until_success: false },
    ...{ secret_enc, previous_secret_enc: null, previous_secret_until: null },
    ...health,
    ...authorizedBy(caller),
  };
  return {
    table,
    statement: updateRows(caller, table, values, sql`id = ${id} and deleted_at is not null`),
    select: webhooks.select('c'),
  };
}

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
