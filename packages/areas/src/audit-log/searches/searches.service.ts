import { AppError, type Call, type Caller, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import type { CreateSearch, ListSearches, PatchSearch } from './searches.contract.ts';
import {
  archiveSearch,
  findSearch,
  findSearches,
  insertSearch,
  type SearchRow,
  updateSearch,
} from './searches.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listSearches({ caller, query }: Call<unknown, ListSearches, unknown>) {
  return findSearches(caller, query);
}

export async function getSearch({ caller, params }: ById): Promise<SearchRow> {
  const search = await findSearch(caller, params.id);
  if (!search) throw notFound('Search');
  return search;
}

export async function createSearch({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateSearch>, 'caller' | 'body'>): Promise<SearchRow> {
  const [search] = await write(caller, insertSearch(caller, body), { event: 'audit_search.post_create' });
  if (!search) throw new Error('A search was not written');
  return search;
}

export async function patchSearch({ caller, params, body }: ById<PatchSearch>): Promise<SearchRow> {
  await requireOwn(caller, params.id);
  const [search] = await write(caller, updateSearch(caller, params.id, body), {
    event: 'audit_search.post_update',
  });
  if (!search) throw notFound('Search');
  return search;
}

export async function deleteSearch({ caller, params }: ById): Promise<void> {
  await requireOwn(caller, params.id);
  const rows = await write(caller, archiveSearch(caller, params.id), { event: 'audit_search.post_archive' });
  if (rows.length === 0) throw notFound('Search');
}

/** 404 for a search the caller cannot see, 403 for one that somebody else shares. */
async function requireOwn(caller: Caller, id: number): Promise<void> {
  const search = await findSearch(caller, id);
  if (!search) throw notFound('Search');
  if (search.created_by !== caller.user_id)
    throw new AppError('forbidden', 'Only who made a search can change it');
}
