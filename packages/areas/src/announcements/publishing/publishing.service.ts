import { type Call, type Caller, invalidField, notFound, type RowOf } from '@wfp/shared';
import { type Recording, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { audienceWarnings, isEmptyAudience } from '../../audiences/index.ts';
import { maxDaysAhead, type Publish } from '../announcements.contract.ts';
import { announcements } from '../announcements.resource.ts';
import {
  findState,
  type LockedAnnouncement,
  lockActiveCount,
  lockAnnouncement,
  requireActiveLimit,
} from '../announcements.store.ts';
import { startMailings } from '../mailing/mailing.store.ts';

type AnnouncementRow = RowOf<typeof announcements>;
type ById<Body = unknown> = Call<{ id: number }, unknown, Body>;

const dayMs = 86_400_000;

/** Publishes an announcement now, or schedules its publication. */
export async function publish({ caller, params: { id }, body: { publish_at } }: ById<Publish>) {
  requirePublishTime(caller, publish_at);
  await announcements.require(caller, id, 'publish');
  // Before the transaction, whose lock must not be held while employees are searched.
  const warnings = await findWarnings(caller, id);
  return writeInTransaction(caller, async (tx) => {
    await lockActiveCount(tx, caller);
    const before = await lockOrThrow(tx, caller, id);
    if (before.status === 'published')
      throw invalidField('status', 'Is published; must be draft, scheduled or expired');
    requireLaterExpiry(caller, before, publish_at);
    await requireActiveLimit(tx, caller, id);
    const row = publish_at
      ? await change(
          tx,
          caller,
          id,
          { status: 'scheduled', publish_at },
          recordingOf('scheduled', 'schedule'),
        )
      : await change(tx, caller, id, publishedFields(caller), recordingOf('published', 'publish'));
    if (!publish_at && row.send_mail) await startMailings(tx, caller, [id]);
    return { ...row, ...(warnings.length > 0 && { warnings }) };
  });
}

async function findWarnings(caller: Caller, id: number): Promise<string[]> {
  const state = await findState(caller, id);
  const isEmpty = state !== undefined && (await isEmptyAudience(caller, state.audience));
  return audienceWarnings(isEmpty);
}

const publishedFields = ({ platform }: Caller) => ({
  ...{ status: 'published', publish_at: null, published_at: platform.clock.now() },
});

/** Withdraws a published announcement, or cancels a scheduled publication. */
export async function unpublish({ caller, params: { id } }: ById) {
  await announcements.require(caller, id, 'publish');
  return writeInTransaction(caller, async (tx) => {
    const before = await lockOrThrow(tx, caller, id);
    if (before.status === 'draft')
      throw invalidField('status', 'Is draft; must be scheduled, published or expired');
    return change(
      tx,
      caller,
      id,
      { status: 'draft', publish_at: null },
      recordingOf('unpublished', 'unpublish'),
    );
  });
}

const recordingOf = (phase: string, action: string): Recording => ({
  event: `announcement.${phase}`,
  action,
});

async function change(
  tx: Transaction,
  caller: Caller,
  id: number,
  values: object,
  recording: Recording,
): Promise<AnnouncementRow> {
  const [row] = await tx.write(announcements.change(caller, id, values, 'publish'), recording);
  if (!row) throw notFound('Announcement');
  return row;
}

async function lockOrThrow(tx: Transaction, caller: Caller, id: number): Promise<LockedAnnouncement> {
  const row = await lockAnnouncement(tx, caller, id);
  if (!row) throw notFound('Announcement');
  return row;
}

function requirePublishTime({ platform }: Caller, publish_at: string | undefined): void {
  if (publish_at === undefined) return;
  const ahead = new Date(publish_at).getTime() - platform.clock.now().getTime();
  if (ahead <= 0) throw invalidField('publish_at', 'Must be in the future');
  if (ahead > maxDaysAhead * dayMs)
    throw invalidField('publish_at', `Must be at most ${maxDaysAhead} days ahead`);
}

function requireLaterExpiry(
  { platform }: Caller,
  { expires_at }: LockedAnnouncement,
  publish_at: string | undefined,
): void {
  const at = publish_at ? new Date(publish_at) : platform.clock.now();
  if (expires_at !== null && expires_at <= at)
    throw invalidField('expires_at', 'Must be after the time of publication');
}
