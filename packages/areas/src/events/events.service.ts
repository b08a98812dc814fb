import { type Call, type EventRecord, missingPermission } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { issueStreamTicket } from '../auth/index.ts';
import type { HistoryParams, HistoryQuery, ListEvents } from './events.contract.ts';
import { selectEvents, selectHistory } from './events.store.ts';
import { loadCallerVisibility } from './visibility/event-visibility.store.ts';
import { findVisibleSubjects } from './visibility/event-visibility.ts';

/**
 * Lists the events that the caller may see, newest first. With a filter by a type that the caller may not read, the list
 * is empty.
 */
export async function listEvents({
  caller,
  query,
}: Call<unknown, ListEvents, unknown>): Promise<ListPage<EventRecord>> {
  return selectEvents(caller, await loadCallerVisibility(caller), query);
}

/**
 * Lists the events of one record, oldest first. The history of a record that never existed is empty.
 *
 * @throws AppError `forbidden` if the caller may not read this type of record at all
 */
export async function getEventHistory({
  caller,
  params,
  query,
}: Call<HistoryParams, HistoryQuery, unknown>): Promise<ListPage<EventRecord>> {
  const visibility = await loadCallerVisibility(caller);
  if (!findVisibleSubjects(visibility, params.aggregateType)) {
    throw missingPermission(caller, `${params.aggregateType}:read`);
  }
  return selectHistory(caller, visibility, params, query);
}

/** Creates a ticket for one stream, which will have the rights and the expiry of the caller's credential. */
export async function createStreamTicket({ caller }: Call<unknown, unknown, unknown>) {
  return issueStreamTicket(caller);
}
