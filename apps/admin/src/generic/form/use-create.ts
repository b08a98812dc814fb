import { useQueryClient } from '@tanstack/react-query';
import { callPath, type Row } from '../../api/call-path.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';

/** Creates a record. */
export function useCreate(listPath: string, onCreated: (row: Row) => void) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: Row) => callPath<Row>(session.client, 'post', listPath, { body }),
    onSuccess: (row) => {
      void queries.invalidateQueries({ queryKey: [slug, 'list', listPath] });
      onCreated(row);
    },
  });
}
