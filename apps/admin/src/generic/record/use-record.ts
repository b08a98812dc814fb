import { useQuery } from '@tanstack/react-query';
import { readRecord } from '../../api/call-path.ts';
import { hasStatus } from '../../api/errors.ts';
import type { ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { rowKey, rows } from '../../live/rows.ts';
import { useShownRow } from '../../live/use-shown-row.ts';

/** The query key of everything that is read at a path of the API. */
export const recordKey = (slug: string, path: string) => [slug, 'record', path];

/**
 * One record, or the single record of a resource without a list, with the changes of the user that are not confirmed.
 * `isDeleted`: it was deleted after it was loaded.
 */
export function useRecord(path: string) {
  const { session, slug } = useOrganization();
  const { data, error, isPending } = useQuery({
    queryKey: recordKey(slug, path),
    queryFn: async ({ signal }) => {
      const found = await readRecord(session.client, path, signal);
      rows.put(rowKey(slug, path), found.row);
      return found;
    },
    staleTime: 0,
  });
  // After a loss of the permission, nothing of the record stays on screen.
  const { row, ...shown } = useShownRow(path, hasStatus(error, 403) ? undefined : data?.row);
  const isDeleted = row !== undefined && hasStatus(error, 404);
  return { ...shown, data: row, error: isDeleted ? null : error, isPending, isDeleted };
}

/** The path of a record below the API; without an id, that of the single record of a resource. */
export const recordPath = ({ path }: ListedResource, id: string | undefined): string =>
  id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
