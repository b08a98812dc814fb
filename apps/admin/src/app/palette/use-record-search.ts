import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { callPath, type Row } from '../../api/call-path.ts';
import { keyOf, type ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { titleOf } from '../../generic/fields.ts';
import type { PaletteItem } from './items.ts';
import { useListedResources } from './use-palette-items.ts';

/** Kinds of records that users search by name. Each is a list with the parameter `q`. */
const searched: readonly string[] = [
  ...['task', 'employee', 'team', 'user', 'initiative', 'position', 'place', 'announcement'],
];
const minLength = 2;
const maxRecordsOfKind = 5;
const debounceMs = 200;

interface RecordSearch {
  items: PaletteItem[];
  isPending: boolean;
  isFailed: boolean;
}

/** The records whose names a text finds, a few of each kind. Another text cancels the requests of the previous one. */
export function useRecordSearch(text: string): RecordSearch {
  const { session, slug } = useOrganization();
  const navigate = useNavigate();
  const q = useDebounced(text);
  const resources = useListedResources().filter(({ code }) => searched.includes(code));
  const isSearched = q.length >= minLength;
  const results = useQueries({
    queries: resources.map(({ path }) => ({
      queryKey: [slug, 'search', path, q],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callPath<{ data: readonly Row[] }>(session.client, 'get', path, {
          query: { q, limit: String(maxRecordsOfKind) },
          signal,
        }),
      enabled: isSearched,
    })),
  });
  const open = (code: string, key: string) =>
    navigate({ to: '/$slug/r/$code/$key', params: { slug, code, key } });
  const items = results.flatMap(({ data }, index) =>
    (data?.data ?? []).flatMap((row) => itemOf(row, resources[index], open) ?? []),
  );
  const isWaiting = text.length >= minLength && (text !== q || results.some(({ isLoading }) => isLoading));
  return {
    items: isSearched ? items : [],
    isPending: isWaiting,
    isFailed: results.some(({ isError }) => isError),
  };
}

function itemOf(
  row: Row,
  resource: ListedResource | undefined,
  open: (code: string, key: string) => unknown,
): PaletteItem | undefined {
  const name = resource && keyOf(resource.template);
  if (!name) return undefined;
  const { code, label } = resource;
  const key = String(row[name]);
  return {
    ...{ id: `record ${code} ${key}`, group: 'records', label: titleOf(row, resource), hint: label },
    run: () => open(code, key),
  };
}

/** The text after the user has stopped typing for a moment. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
