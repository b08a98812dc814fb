import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadRecord, Row } from '../../api/call-path.ts';
import { changeRecord } from '../../api/change-record.ts';
import { type ListedResource, useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import type { PanelProps } from '../../generic/define-admin-area.ts';
import { labelOf } from '../../generic/labels.ts';
import { usePart } from '../../generic/part/use-part.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { useOfferUndo } from '../../generic/record/use-offer-undo.ts';
import { recordKey } from '../../generic/record/use-record.ts';
import { RecordReference } from '../../generic/reference/record-reference.tsx';
import { Button } from '../../kit/button.tsx';
import { LineDiff } from '../../kit/diff/line-diff.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { rowKey, rows } from '../../live/rows.ts';
import styles from './prompts.module.css';
import { changedFields, textOf } from './version-text.ts';
import { words } from './words.ts';

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface Version {
  version: number;
  snapshot: Row;
  changed_by: number | null;
  changed_at: string;
}

/** The versions of a template, compared with the current one. Each can be used again. */
export function TemplateVersions({ row, resource }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.panel} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <h2>{words.versions.title}</h2>
      </summary>
      {isOpen && <Versions row={row} resource={resource} />}
    </details>
  );
}

function Versions({ row, resource }: PanelProps) {
  const path = `${resource.path}/${row.id}`;
  const { data, error } = usePart(`${path}/versions`);
  const reuse = useReuse(resource, path);
  if (error) return <ProblemMessage error={error} />;
  if (!data) return <StatusMessage>{words.loading}</StatusMessage>;
  const versions = (data.data ?? []) as readonly unknown[] as readonly Version[];
  const hidden = (data.total ?? 0) - versions.length;
  return (
    <>
      {reuse.error && <ProblemMessage error={reuse.error} />}
      {reuse.data && <StatusMessage>{words.versions.result(reuse.data)}</StatusMessage>}
      <ol className={styles.versions}>
        {versions.map((version) => (
          <li key={version.version} className={styles.version}>
            <VersionEntry version={version} row={row} onReuse={reuse.isPending ? undefined : reuse.mutate} />
          </li>
        ))}
      </ol>
      {hidden > 0 && <p>{words.versions.more(hidden)}</p>}
    </>
  );
}

interface VersionEntryProps {
  version: Version;
  row: Row;
  /** Undefined while another version is being saved. */
  onReuse: ((snapshot: Row) => void) | undefined;
}

function VersionEntry({
  version: { version, snapshot, changed_by, changed_at },
  row,
  onReuse,
}: VersionEntryProps) {
  const can = useCan();
  const changed = changedFields(snapshot, row);
  return (
    <>
      <h3>{words.versions.version(version)}</h3>
      <p>
        {times.format(new Date(changed_at))}{' '}
        {changed_by === null ? words.versions.byService : <RecordReference to="user" id={changed_by} />}
      </p>
      {changed.length === 0 && (
        <p>{version === row.version ? words.versions.current : words.versions.same}</p>
      )}
      {changed.length > 0 && (
        <details>
          <summary>{words.versions.compare(changed.map(labelOf))}</summary>
          {changed.map((name) => (
            <div key={name}>
              <h4>{labelOf(name)}</h4>
              <LineDiff
                before={textOf(snapshot[name])}
                after={textOf(row[name])}
                words={words.versions.diff}
              />
            </div>
          ))}
        </details>
      )}
      {changed.length > 0 && can('PATCH /prompt-templates/{id}') && (
        <div>
          <Button
            aria-disabled={!onReuse}
            onClick={() => onReuse?.(Object.fromEntries(changed.map((name) => [name, snapshot[name]])))}
          >
            {words.versions.use(version)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Sets the content of a template to that of a version, unless another user has changed it since it was shown. */
function useReuse(resource: ListedResource, path: string) {
  const { slug, session } = useOrganization();
  const queries = useQueryClient();
  const { offerUpdate } = useOfferUndo(resource);
  return useMutation({
    mutationFn: async (body: Row) => {
      const base = queries.getQueryData<ReadRecord>(recordKey(slug, path));
      if (!base) throw new Error('The template is not loaded');
      const result = await changeRecord(session.client, path, body, base);
      const read = 'saved' in result ? result.saved : result.theirs;
      rows.put(rowKey(slug, path), read.row);
      queries.setQueryData(recordKey(slug, path), read);
      await queries.invalidateQueries({ queryKey: [slug, 'part', `${path}/versions`] });
      if ('saved' in result) offerUpdate(path, Object.keys(body), base.row, result.saved);
      return 'saved' in result ? ('saved' as const) : ('conflict' as const);
    },
  });
}
