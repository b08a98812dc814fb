import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callPath, type Row } from '../../api/call-path.ts';
import { useRecordLabels } from '../../api/names.ts';
import { type ListedResource, operationOf, useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button } from '../../kit/button.tsx';
import { deletedByKey } from '../../live/live-updates.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import styles from './record.module.css';

interface DeletedNoticeProps {
  resource: ListedResource;
  path: string;
  row: Row;
}

/** States that an open record was deleted, by whom, and offers to restore it. */
export function DeletedNotice({ resource, path, row }: DeletedNoticeProps) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const can = useCan();
  const { data: actor_id } = useQuery<number | null>({
    queryKey: deletedByKey(slug, path),
    queryFn: skipToken,
  });
  const [user] = useRecordLabels('user', typeof actor_id === 'number' ? [actor_id] : []);
  const restore = useMutation({
    mutationFn: () => callPath(session.client, 'post', `${resource.path}/${row.id}/restore`),
    onSuccess: () =>
      queries.invalidateQueries({
        queryKey: [slug],
        predicate: ({ queryKey: [, kind] }) => kind === 'list' || kind === 'record' || kind === 'part',
      }),
  });
  const isRestorable =
    typeof row.id === 'number' && can(operationOf('post', `${resource.template}/:id/restore`));
  return (
    <div role="status" className={styles.deleted}>
      <p>{user?.name ? words.record.deletedBy(user.name) : words.record.deleted}</p>
      {isRestorable && (
        <Button
          icon="rotate-ccw"
          aria-disabled={restore.isPending}
          onClick={() => !restore.isPending && restore.mutate()}
        >
          {words.record.restore}
        </Button>
      )}
      {restore.error && <ProblemMessage error={restore.error} />}
    </div>
  );
}
