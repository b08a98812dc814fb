import { type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { requireEventReads } from '../../events/index.ts';
import { findMatchingTypes, rejectUnknownTypes } from '../endpoints/event-types.policy.ts';
import { lockActiveEndpoint, requireActive, requireWebhook } from '../endpoints/webhooks.service.ts';
import type { CreateReplay, ListReplays, RetryFailed } from './replays.contract.ts';
import { replayStarted } from './replays.events.ts';
import {
  cancelReplay,
  cancelReplayDeliveries,
  countRunning,
  enqueueFailed,
  findOldestEventMonth,
  findReplay,
  findReplays,
  insertFinishedReplay,
  insertReplay,
  type ReplayRow,
} from './replays.store.ts';

type ById<Query = unknown, Body = unknown> = Call<{ id: number }, Query, Body>;
type ByReplay = Call<{ id: number; rid: number }, unknown, unknown>;

const maxRunning = 10;

/** Records the replay; its lane inserts the deliveries. */
export async function startReplay({ caller, params, body }: ById<unknown, CreateReplay>): Promise<ReplayRow> {
  const webhook = await requireActive(caller, params.id);
  rejectUnknownTypes(caller, body.event_types);
  const request = { ...body, to: body.to ?? caller.platform.clock.now().toISOString() };
  await rejectInvalidRange(caller, request);
  return writeInTransaction(caller, async (tx) => {
    const { event_types } = await lockActiveEndpoint(tx, caller, webhook.id);
    requireEventReads(caller, findMatchingTypes(caller, event_types, body.event_types));
    if ((await countRunning(tx, caller, webhook.id)) >= maxRunning)
      throw invalidField(
        'from',
        `An endpoint can have at most ${maxRunning} running replays; cancel one first`,
      );
    const [replay] = await tx.write(insertReplay(caller, webhook.id, event_types, request), {
      event: replayStarted,
    });
    if (!replay) throw new Error('Invariant: the insert returned no row');
    return replay;
  });
}

async function rejectInvalidRange(caller: Caller, { from, to }: { from: string; to: string }): Promise<void> {
  const now = caller.platform.clock.now().getTime();
  if (Date.parse(to) > now) throw invalidField('to', 'Must not be in the future');
  if (Date.parse(from) >= Date.parse(to)) throw invalidField('from', 'Must be before `to`');
  const oldest = await findOldestEventMonth(caller);
  if (oldest && Date.parse(from) < oldest.getTime())
    throw invalidField(
      'from',
      `Must not be before ${oldest.toISOString()}: earlier events have been archived`,
    );
}

export async function listReplays({ caller, params, query }: ById<ListReplays>) {
  const webhook = await requireWebhook(caller, params.id);
  return findReplays(caller, webhook.id, query);
}

export async function getReplay({ caller, params }: ByReplay): Promise<ReplayRow> {
  const webhook = await requireWebhook(caller, params.id);
  const replay = await findReplay(caller, webhook.id, params.rid);
  if (!replay) throw notFound('Replay');
  return replay;
}

export async function endReplay(call: ByReplay): Promise<ReplayRow> {
  const { caller } = call;
  const { webhook_id, id, status } = await getReplay(call);
  if (status !== 'running') throw invalidField('rid', `Must be a running replay; this one is ${status}`);
  return writeInTransaction(caller, async (tx) => {
    const [replay] = await tx.write(cancelReplay(caller, webhook_id, id), {
      event: 'webhook_endpoint.replay_cancelled',
    });
    if (!replay) throw invalidField('rid', 'Must be a running replay; this one has ended');
    await cancelReplayDeliveries(tx, caller, replay);
    return replay;
  });
}

/**
 * Retries the events whose last delivery has failed since `body.since`: each event once, the earliest failures first,
 * at most 1,000.
 */
export async function retryFailed({ caller, params, body }: ById<unknown, RetryFailed>) {
  const webhook = await requireActive(caller, params.id);
  rejectUnknownTypes(caller, body.event_types);
  requireEventReads(caller, findMatchingTypes(caller, webhook.event_types, body.event_types));
  if (Date.parse(body.since) > caller.platform.clock.now().getTime())
    throw invalidField('since', 'Must not be in the future');
  return writeInTransaction(caller, async (tx) => {
    await lockActiveEndpoint(tx, caller, webhook.id);
    const { types, ...found } = await enqueueFailed(tx, caller, webhook.id, body);
    // The endpoint may have received other types before.
    requireEventReads(caller, types);
    await tx.write(insertFinishedReplay(caller, webhook.id, body, found.queued), {
      event: 'webhook_endpoint.failed_retried',
    });
    return found;
  });
}
