import type { Backlog, Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { usersAs } from '../../accounts/index.ts';
import { type Audience, includesUser } from '../../audiences/index.ts';
import { isMailable, isRecipient } from './mailing.store.ts';

const { sql, raw } = Prisma;

/** Users of an organization whom one statement handles. */
export const pageSize = 500;
const limit = raw(String(pageSize));

/** Fewer mails than a page wait: most of them are inserted when they can be sent, so that few are to be withdrawn. */
const hasFewWaiting = sql`(select count(*) from (select from announcement_mails q
  where q.org_id = w.org_id and q.announcement_id = w.announcement_id and q.version = w.version
    and q.status in ('waiting', 'sending') limit ${limit}) q) < ${limit}`;

const isPending = sql`w.finished_at is null and ${isMailable} and ${hasFewWaiting}`;

/** No `next`: the sweeper finds due mailings within seconds. */
export const mailingBacklog: Backlog = {
  from: sql`announcement_mailings w join announcements a on a.org_id = w.org_id and a.id = w.announcement_id`,
  due: () => isPending,
};

export interface PendingMailing {
  id: number;
  announcement_id: number;
  audience: Audience;
}

export function findPendingMailings(platform: Platform, org_id: number): Promise<PendingMailing[]> {
  return readCrossTenant<PendingMailing>(
    platform,
    sql`select w.id, w.announcement_id, a.audience from ${mailingBacklog.from}
      where w.org_id = ${org_id} and ${isPending} order by w.id`,
  );
}

/**
 * Looks at the next users of the organization, inserts the mails of those in the audience and moves on, in one statement
 * whose cost does not depend on the number of users. It has no effect while another transaction handles the mailing, or if
 * the announcement was withdrawn or has another audience.
 *
 * @returns the number of mails, and true if there are further users; undefined if it had no effect
 */
export async function insertNextMails(
  platform: Platform,
  org_id: number,
  { id, audience }: PendingMailing,
): Promise<{ mails: number; has_more: boolean } | undefined> {
  const stored = audience === null ? null : JSON.stringify(audience);
  const [page] = await executeOperational<{ mails: number; has_more: boolean }>(
    platform,
    sql`with mailing as materialized (
        select w.id, w.announcement_id, w.version, w.last_user_id from ${mailingBacklog.from}
        where w.org_id = ${org_id} and w.id = ${id}::int and w.finished_at is null and ${isMailable}
          and a.audience is not distinct from ${stored}::jsonb
        for no key update of w skip locked for share of a
      ),
      page as materialized (
        select u.* from ${usersAs('u')}
        where u.org_id = ${org_id} and u.id > (select last_user_id from mailing) order by u.id limit ${limit}
      ),
      inserted as (
        insert into announcement_mails (org_id, announcement_id, version, user_id)
        select u.org_id, mailing.announcement_id, mailing.version, u.id from mailing, page u
        where ${isRecipient} and ${includesUser(org_id, audience, sql`u.id`)}
        order by u.id
        on conflict (org_id, announcement_id, version, user_id) do nothing
        returning id
      )
      update announcement_mailings w set
        last_user_id = coalesce((select max(u.id) from page u), w.last_user_id),
        finished_at = case when (select count(*) from page) < ${limit} then now() end
      from mailing where w.org_id = ${org_id} and w.id = mailing.id
      returning (select count(*)::int from inserted) as mails, w.finished_at is null as has_more`,
  );
  return page;
}
