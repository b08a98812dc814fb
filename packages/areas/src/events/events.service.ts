import { AppError, type Call, type EventRecord } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { issueStreamTicket } from '../auth/index.ts';
import type { HistoryParams, HistoryQuery, ListEvents } from './events.contract.ts';
import { selectEvents, selectHistory } from './events.store.ts';
import { loadCallerVisibility } from './visibility/event-visibility.store.ts';
import { findVisibleSubjects } from './visibility/event-visibility.ts';

/** The events the caller may see, newest first. A type they may not read is left out, not refused. */
export async function listEvents({
  caller,
  query,
}: Call<unknown, ListEvents, unknown>): Promise<ListPage<EventRecord>> {
  return selectEvents(caller, await loadCallerVisibility(caller), query);
}

/**
 * What happened to one record, in the order in which it happened. A record that never was has an empty
 * history.
 *
 * @throws AppError `forbidden` when the caller may not read this type of record at all
 */
export async function getEventHistory({
  caller,
  params,
  query,
}: Call<HistoryParams, HistoryQuery, unknown>): Promise<ListPage<EventRecord>> {
  const sight = await loadCallerVisibility(caller);
  if (!findVisibleSubjects(sight, params.aggregateType)) {
    throw new AppError('forbidden', `You need the permission ${params.aggregateType}:read for this`);
  }
  return selectHistory(caller, sight, params, query);
}

/** A ticket for the stream in place of the credential of this call, whose rights and end it has. */
export async function createStreamTicket({ caller }: Call<unknown, unknown, unknown>) {
  return issueStreamTicket(caller);
}
