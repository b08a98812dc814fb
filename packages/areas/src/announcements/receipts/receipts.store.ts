import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  containsPattern,
  orderBy,
  type PageRequest,
  Prisma,
  readOne,
  readPage,
  readRows,
  recordedTable,
  type SortKey,
  settingColumns,
  type Transaction,
} from '@wfp/shared/db';
import { type Audience, usersInAudience } from '../../audiences/index.ts';
import type { Receipt } from '../announcements.contract.ts';
import { isForCaller } from '../announcements.store.ts';
import type { ReceiptState, receiptSorts } from './receipts.contract.ts';

const { sql, empty } = Prisma;

export const receiptsTable = recordedTable({
  name: 'announcement_receipts',
  aggregate: 'announcement',
  aggregate_id: 'announcement_id',
  resource: 'announcement_receipt',
  columns: Prisma.AnnouncementReceiptScalarFieldEnum,
  record_name: sql`(select a.title from announcements a where a.org_id = c.org_id and a.id = c.announcement_id)`,
  // Reading is confidential: it also shows that the user is in the audience.
  subject: { users: [sql`c.user_id`], is_private: sql`true` },
  personal: sql`c.user_id`,
});

const receiptColumns = sql`c.announcement_id, c.user_id, c.version, c.read_at, c.acknowledged_at`;

/**
 * Records that the caller has read, or acknowledged, the current version of an announcement. Has no effect if that is
 * recorded already, or if the announcement is no longer for the caller.
 */
export function insertReceipt(caller: Caller, id: number, version: number, isAck: boolean): Change<Receipt> {
  const conflict = isAck
    ? sql`do update set acknowledged_at = excluded.acknowledged_at,
        updated_at = greatest(now(), announcement_receipts.updated_at + interval '1 millisecond')
      where announcement_receipts.acknowledged_at is null`
    : sql`do nothing`;
  const statement = sql`insert into announcement_receipts
      (org_id, announcement_id, user_id, version, read_at, acknowledged_at)
    select a.org_id, a.id, ${caller.user_id}::int, a.version, now(), ${isAck ? sql`now()` : sql`null::timestamptz`}
    from announcements a
    where a.org_id = ${caller.org_id} and a.id = ${id} and a.deleted_at is null and a.version = ${version}::int
      and ${isForCaller(caller, 'a')}
    on conflict (org_id, announcement_id, user_id, version) ${conflict}`;
  return {
    table: receiptsTable,
    statement: isAck ? settingColumns(['acknowledged_at'], statement) : statement,
    select: receiptColumns,
  };
}

export function findReceipt(caller: Caller, id: number, version: number): Promise<Receipt | undefined> {
  return readOne<Receipt>(
    caller,
    sql`select ${receiptColumns} from announcement_receipts c where c.org_id = ${caller.org_id}
      and c.announcement_id = ${id} and c.user_id = ${caller.user_id}::int and c.version = ${version}::int`,
  );
}

export interface ReaderRow {
  user_id: number;
  employee_id: number | null;
  first_name: string;
  last_name: string;
  read_at: Date | null;
  acknowledged_at: Date | null;
  acknowledged_version: number | null;
}

interface Read {
  id: number;
  audience: Audience;
  version: number;
}

/** The receipts of an announcement by user, with the acknowledgement of the current version. */
const receiptsByUser = ({ org_id }: Caller, { id, version }: Read) => sql`(
    select r.user_id, min(r.read_at) as read_at,
      max(r.acknowledged_at) filter (where r.version = ${version}::int) as acknowledged_at,
      max(r.version) filter (where r.acknowledged_at is not null) as acknowledged_version
    from announcement_receipts r where r.org_id = ${org_id} and r.announcement_id = ${id} group by r.user_id)`;

const isInState: Record<ReceiptState, Prisma.Sql> = {
  unread: sql`m.read_at is null`,
  read: sql`m.read_at is not null`,
  unacknowledged: sql`m.acknowledged_at is null`,
  acknowledged: sql`m.acknowledged_at is not null`,
};

const sortKeys: Record<(typeof receiptSorts)[number], SortKey> = {
  name: [sql`lower(u.last_name)`, sql`lower(u.first_name)`],
  read_at: { nullable: sql`m.read_at` },
  acknowledged_at: { nullable: sql`m.acknowledged_at` },
};

/** Lists the users in the audience of an announcement now, with what they have read and acknowledged. */
export function findReaders(
  caller: Caller,
  read: Read,
  query: PageRequest & { state?: ReceiptState | undefined; q?: string | undefined; sort: string },
): Promise<ListPage<ReaderRow>> {
  const users = usersInAudience(caller.org_id, read.audience);
  return readPage<ReaderRow>(caller, query, {
    columns: sql`u.id as user_id, u.employee_id, u.first_name, u.last_name, m.read_at, m.acknowledged_at,
      m.acknowledged_version`,
    from: sql`(select u.org_id, u.id, e.id as employee_id,
        coalesce(e.first_name, u.first_name) as first_name, coalesce(e.last_name, u.last_name) as last_name from ${users}) u
      left join ${receiptsByUser(caller, read)} m on m.user_id = u.id`,
    where: sql`true ${query.state ? sql`and ${isInState[query.state]}` : empty}
      ${query.q ? sql`and concat_ws(' ', u.first_name, u.last_name) ilike ${containsPattern(query.q)}` : empty}`,
    orderBy: orderBy(query.sort, sortKeys, sql`u.id`),
  });
}

export interface Progress {
  audience: number;
  read: number;
  acknowledged: number;
}

/** Counts the users in the audience now, and those among them who have read and acknowledged. */
export async function countProgress(caller: Caller, read: Read): Promise<Progress> {
  const [counted] = await readRows<Progress>(
    caller,
    sql`select count(*)::int as audience, count(m.read_at)::int as read, count(m.acknowledged_at)::int as acknowledged
      from (select u.id from ${usersInAudience(caller.org_id, read.audience)}) u
      left join ${receiptsByUser(caller, read)} m on m.user_id = u.id`,
  );
  return counted ?? { audience: 0, read: 0, acknowledged: 0 };
}

/** Deletes the receipts of a user, in the transaction that erases the user. */
export async function eraseReceipts(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from announcement_receipts where org_id = ${caller.org_id} and user_id = ${user_id}`,
  );
}
