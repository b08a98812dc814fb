import { type Caller, invalidField } from '@wfp/shared';
import { lockOrganization, Prisma, readOne, type Transaction } from '@wfp/shared/db';
import { type Audience, includesCaller } from '../audiences/index.ts';
import { maxActive } from './announcements.contract.ts';

const { sql, raw } = Prisma;

const column = (alias: string, name: string) => raw(`"${alias}"."${name}"`);

const canUpdate = (caller: Caller | undefined) => caller?.rowScopeFor('announcement:update')?.org === true;

/** Condition: the announcement is published, and the caller is in its audience. */
export function isForCaller(caller: Caller, alias: string): Prisma.Sql {
  return sql`(${column(alias, 'status')} = 'published'
    and (${column(alias, 'expires_at')} is null or ${column(alias, 'expires_at')} > now())
    and ${includesCaller(caller, column(alias, 'audience'))})`;
}

/** Condition: the caller sees the announcement. Callers who may update announcements see all, and authors their own. */
export function isVisible(caller: Caller, alias: string): Prisma.Sql {
  if (canUpdate(caller)) return sql`true`;
  return sql`(${column(alias, 'created_by')} = ${caller.user_id} or ${isForCaller(caller, alias)})`;
}

/**
 * Condition: only the author sees the events. The events of an announcement for everyone show its title to all readers once
 * it is published. Who is in an audience cannot be evaluated for each reader of each event.
 */
export const isPrivate = (alias: string): Prisma.Sql =>
  sql`(${raw(alias)}.audience is not null or ${raw(alias)}.status not in ('published', 'expired'))`;

/** The audience, for callers who may update announcements: it may name members. Otherwise null. */
export const shownAudience = (alias: string, _: unknown, caller?: Caller): Prisma.Sql =>
  canUpdate(caller) ? column(alias, 'audience') : sql`null::jsonb`;

export const hasAudience = (alias: string): Prisma.Sql => sql`(${column(alias, 'audience')} is not null)`;

const receiptOfCaller = (alias: string, caller: Caller | undefined) =>
  sql`from announcement_receipts m where m.org_id = ${column(alias, 'org_id')}
    and m.announcement_id = ${column(alias, 'id')} and m.user_id = ${caller?.user_id ?? null}::int`;

/** The time at which the caller first read any version. */
export const readAt = (alias: string, _: unknown, caller?: Caller): Prisma.Sql =>
  sql`(select min(m.read_at) ${receiptOfCaller(alias, caller)})`;

/** The time at which the caller acknowledged the current version. */
export const acknowledgedAt = (alias: string, _: unknown, caller?: Caller): Prisma.Sql =>
  sql`(select m.acknowledged_at ${receiptOfCaller(alias, caller)} and m.version = ${column(alias, 'version')})`;

const either = (value: boolean, condition: Prisma.Sql) => (value ? condition : sql`not ${condition}`);

export const whereForCaller = (value: boolean, caller: Caller, alias: string): Prisma.Sql =>
  either(value, isForCaller(caller, alias));

export const whereUnread = (value: boolean, caller: Caller, alias: string): Prisma.Sql =>
  either(
    value,
    sql`(${isForCaller(caller, alias)} and not exists (select ${receiptOfCaller(alias, caller)}))`,
  );

export const whereUnacknowledged = (value: boolean, caller: Caller, alias: string): Prisma.Sql =>
  either(
    value,
    sql`(${column(alias, 'requires_ack')} and ${isForCaller(caller, alias)}
      and ${acknowledgedAt(alias, undefined, caller)} is null)`,
  );

export interface LockedAnnouncement {
  id: number;
  status: string;
  audience: Audience;
  expires_at: Date | null;
}

/** Locks a live announcement against other changes until the transaction ends. */
export async function lockAnnouncement(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<LockedAnnouncement | undefined> {
  const [row] = await tx.rows<LockedAnnouncement>(
    sql`select a.id, a.status, a.audience, a.expires_at from announcements a
      where a.org_id = ${caller.org_id} and a.id = ${id} and a.deleted_at is null for no key update`,
  );
  return row;
}

/**
 * Takes a lock, before locks of rows and until the end of the transaction: the number of published and scheduled announcements
 * does not grow in other transactions.
 */
export const lockActiveCount = (tx: Transaction, caller: Caller): Promise<void> =>
  lockOrganization(tx, caller, 'announcement_count');

/** Rejects one more published or scheduled announcement than {@link maxActive}. Requires {@link lockActiveCount}. */
export async function requireActiveLimit(tx: Transaction, caller: Caller, apartFrom: number): Promise<void> {
  const [row] = await tx.rows<{ count: number }>(sql`select count(*)::int as count from announcements a
    where a.org_id = ${caller.org_id} and a.status in ('scheduled', 'published') and a.deleted_at is null
      and a.id <> ${apartFrom}`);
  if ((row?.count ?? 0) >= maxActive)
    throw invalidField(
      'status',
      `The organization already has ${maxActive} published or scheduled announcements`,
    );
}

/** A scheduled announcement is restored as a draft: its time may have passed. */
export const restoredFields = (_: Caller, alias: string) => {
  const status = column(alias, 'status');
  return { status: sql`case when ${status} = 'scheduled' then 'draft' else ${status} end`, publish_at: null };
};

export interface ReadableState {
  status: string;
  version: number;
  requires_ack: boolean;
  audience: Audience;
  is_for_caller: boolean;
}

/** Reads the state of a live announcement, regardless of permissions. */
export function findState(caller: Caller, id: number): Promise<ReadableState | undefined> {
  return readOne<ReadableState>(
    caller,
    sql`select a.status, a.version, a.requires_ack, a.audience, ${isForCaller(caller, 'a')} as is_for_caller
      from announcements a where a.org_id = ${caller.org_id} and a.id = ${id} and a.deleted_at is null`,
  );
}
