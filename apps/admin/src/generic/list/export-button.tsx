import { useQuery } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { useState } from 'react';
import { callPath } from '../../api/call-path.ts';
import { type Action, useSchema } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import { Button, buttonClass } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { ErrorMessage, StatusMessage } from '../../kit/message.tsx';
import { useCommand } from '../commands/registry.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import { exportFilterOf } from './export-filter.ts';
import styles from './list.module.css';
import type { ListSearch } from './parse-search.ts';

type Export = components['schemas']['Export'];

interface ExportButtonProps {
  code: string;
  action: Action;
  search: ListSearch;
}

/** Exports the records that match the filters of a list. */
export function ExportButton(props: ExportButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  useCommand(`action:${props.action.path}`, words.export.button, () => setIsOpen(true));
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words.export.button}
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog({ code, action, search, onClose }: ExportButtonProps & { onClose: () => void }) {
  const { session } = useOrganization();
  const { data: schema, error: schemaError } = useSchema(code, 'action', { action: action.name });
  const request = useSingleMutation({
    mutationFn: (format: string) =>
      callPath<Export>(session.client, 'post', action.path, {
        body: { format, filter: exportFilterOf(search, schema?.properties?.filter ?? {}) },
      }),
  });
  const formats = (schema?.properties?.format?.enum ?? []).map(String);
  const error = schemaError ?? request.error;
  return (
    <Dialog title={action.summary} onClose={onClose}>
      {error && <ProblemMessage error={error} />}
      {request.data ? (
        <ExportProgress id={request.data.id} />
      ) : (
        <>
          <p>{words.export.hint}</p>
          <div className={styles.actions}>
            {formats.map((format) => (
              <Button key={format} aria-disabled={request.isPending} onClick={() => request.mutate(format)}>
                {format.toUpperCase()}
              </Button>
            ))}
          </div>
        </>
      )}
      <div className={styles.actions}>
        <Button onClick={onClose}>{words.export.close}</Button>
      </div>
    </Dialog>
  );
}

/** The service may be reached at another origin than its public one, such as that of a development server. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const isRunning = (one: Export | undefined) => !one || one.status === 'queued' || one.status === 'running';

function ExportProgress({ id }: { id: number }) {
  const { session, slug } = useOrganization();
  const { data, error } = useQuery({
    queryKey: [slug, 'export', id],
    queryFn: ({ signal }) => session.client.get('/exports/{id}', { params: { path: { id } }, signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? 1_000 : false),
  });
  if (error) return <ProblemMessage error={error} />;
  if (data?.status === 'failed') return <ErrorMessage>{data.error ?? words.export.failed}</ErrorMessage>;
  if (!data || isRunning(data))
    return (
      <StatusMessage>{words.export.running(data?.row_count ?? 0, data?.total_rows ?? null)}</StatusMessage>
    );
  return (
    <>
      <StatusMessage>{words.export.ready(data.row_count)}</StatusMessage>
      {data.download_url && (
        <a href={pathOf(data.download_url)} className={buttonClass('primary')}>
          {words.export.download}
        </a>
      )}
    </>
  );
}
