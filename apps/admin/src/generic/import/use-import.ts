import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { useEffect } from 'react';
import { callPath } from '../../api/call-path.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { createFile, sendContent } from '../../api/upload-file.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';

export type Import = components['schemas']['Import'];

const isRunning = (one: Import | undefined) => one?.status === 'queued' || one?.status === 'running';

/** Uploads a file and starts imports from it: first without writing anything, to show the result. */
export function useImport(path: string) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const start = (file_id: number, dry_run: boolean) =>
    callPath<{ id: number }>(session.client, 'post', path, { body: { file_id, dry_run } });
  const check = useSingleMutation({
    mutationFn: async (file: File) => {
      const created = await createFile(session.client, file);
      await sendContent(session.client, created, file);
      return start(created.id, true);
    },
    onMutate: () => run.reset(),
  });
  const run = useSingleMutation({ mutationFn: (file_id: number) => start(file_id, false) });
  const id = run.data?.id ?? check.data?.id;
  const progress = useQuery({
    queryKey: [slug, 'import', id],
    queryFn: ({ signal }) =>
      session.client.get('/imports/{id}', { params: { path: { id: Number(id) } }, signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isRunning(state.data) ? 1_000 : false),
  });
  const isDone = progress.data?.dry_run === false && !isRunning(progress.data);
  useEffect(() => {
    if (isDone)
      void queries.invalidateQueries({
        predicate: ({ queryKey: [of, kind] }) => of === slug && (kind === 'list' || kind === 'part'),
      });
  }, [isDone, queries, slug]);
  const isStarting = check.isPending || run.isPending;
  return {
    check,
    run,
    /** The latest import; undefined before the first one. */
    shown: isStarting || check.isError ? undefined : progress.data,
    error: check.error ?? run.error ?? progress.error,
    isBusy: isStarting || isRunning(progress.data) || (id !== undefined && progress.isPending),
  };
}
