import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callPath, type Row } from '../../api/call-path.ts';
import { rightsQuery } from '../../api/rights/rights-query.ts';
import type { Session } from '../../api/session/session.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';

interface PartPage {
  data: readonly Row[];
  total: number;
}

const partKey = (slug: string, path: string) => [slug, 'part', path];

/** The records at the path of a part, or its single record. */
export function usePart(path: string) {
  const { session, slug } = useOrganization();
  return useQuery({
    queryKey: partKey(slug, path),
    queryFn: ({ signal }) => readPart(session, path, signal),
    staleTime: 0,
  });
}

const readPart = ({ client }: Session, path: string, signal: AbortSignal) =>
  callPath<Partial<PartPage> & Row>(client, 'get', path, { query: rightsQuery(path), signal });

/** Returns a function that reads a record of a part again: the single one, or that of a list with the same key. */
export function useReadAgain(path: string, key: string | null, row: Row | undefined): () => Promise<Row> {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  return async () => {
    const found = await queries.fetchQuery({
      queryKey: partKey(slug, path),
      queryFn: ({ signal }) => readPart(session, path, signal),
      staleTime: 0,
    });
    if (!row || key === null || !found.data) return found;
    // The service rejects a change of a record that was deleted.
    return found.data.find((one) => one[key] === row[key]) ?? row;
  };
}

interface PartWrite {
  method: 'post' | 'patch' | 'delete';
  path: string;
  body?: Readonly<Record<string, unknown>>;
}

/** Creates, changes or deletes a record of a part. */
export function usePartWrite(partPath: string, onDone: () => void) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ method, path, body }: PartWrite) =>
      callPath<Row | null>(session.client, method, path, body ? { body } : {}),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: partKey(slug, partPath) }),
        // The record may count or summarize its parts.
        queries.invalidateQueries({ queryKey: [slug, 'record'] }),
      ]);
      onDone();
    },
  });
}
