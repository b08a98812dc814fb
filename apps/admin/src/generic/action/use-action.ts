import { useQueryClient } from '@tanstack/react-query';
import { callPath, type Row } from '../../api/call-path.ts';
import { type Action, fillPath } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';

/** Calls an action, then reloads what is shown: an action may change any record. */
export function useAction(
  { method, path }: Pick<Action, 'method' | 'path'>,
  ids: readonly (string | number)[],
  onDone: (response: Row | null) => void,
) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: Readonly<Record<string, unknown>> | null) =>
      callPath<Row | null>(session.client, method, fillPath(path, ids), body === null ? {} : { body }),
    onSuccess: async (response) => {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [of, kind] }) =>
          of === slug && (kind === 'list' || kind === 'record' || kind === 'part' || kind === 'start'),
      });
      onDone(response);
    },
  });
}
