import { useQueries } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { useResources } from './resources.ts';
import type { Session } from './session/session.ts';
import { useOrganization } from './session/session-context.ts';

export type RecordLabel = components['schemas']['RecordLabel'];

/** The most ids of a request. */
const maxIds = 200;
/** Within this time, components of one page ask for their names. */
const collectMs = 10;

interface Request {
  code: string;
  id: number;
  resolve: (label: RecordLabel | null) => void;
  reject: (error: unknown) => void;
}

const collected = new WeakMap<Session, Request[]>();

/** Loads a name with one request for all names that are asked for at the same time. Null if it may not be read. */
export function loadName(session: Session, code: string, id: number): Promise<RecordLabel | null> {
  return new Promise((resolve, reject) => {
    const request = { code, id, resolve, reject };
    const waiting = collected.get(session);
    if (waiting) return void waiting.push(request);
    const fresh = [request];
    collected.set(session, fresh);
    setTimeout(() => {
      collected.delete(session);
      for (let first = 0; first < fresh.length; first += maxIds)
        void loadNames(session, fresh.slice(first, first + maxIds));
    }, collectMs);
  });
}

async function loadNames(session: Session, requests: readonly Request[]): Promise<void> {
  const ids: Record<string, number[]> = {};
  for (const { code, id } of requests) ids[code] = [...(ids[code] ?? []), id];
  const query = Object.fromEntries(Object.entries(ids).map(([code, some]) => [code, some.join(',')]));
  try {
    const found = await session.client.get('/names', { params: { query } });
    const labels = found as Readonly<Record<string, readonly RecordLabel[]>>;
    for (const { code, id, resolve } of requests)
      resolve(labels[code]?.find((label) => label.id === id) ?? null);
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}

/**
 * The names of records, in the order of the ids. Undefined while a name is loaded, null if the user may not read it or
 * records of this kind have no names.
 */
export function useRecordLabels(code: string, ids: readonly number[]): (RecordLabel | null | undefined)[] {
  const { session, slug } = useOrganization();
  const { data: resources } = useResources();
  const hasNames = resources?.find((one) => one.code === code)?.has_names ?? false;
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: [slug, 'name', code, id],
      queryFn: () => loadName(session, code, id),
      enabled: hasNames,
      staleTime: 60_000,
    })),
  });
  return found.map(({ data }) => (resources && !hasNames ? null : data));
}
