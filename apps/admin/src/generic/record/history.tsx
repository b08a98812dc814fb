import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button } from '../../kit/button.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import styles from './record.module.css';

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The changes of a record, for readers of the audit log. They are loaded on request, because the read is recorded. */
export function History({ resource, recordId }: { resource: string; recordId: number }) {
  const [isShown, setIsShown] = useState(false);
  const can = useCan();
  if (!can('GET /audit-log')) return null;
  return (
    <section className={styles.page}>
      <h2>{words.record.history}</h2>
      <p className={styles.hint}>{words.record.historyHint}</p>
      {isShown ? (
        <Entries resource={resource} recordId={recordId} />
      ) : (
        <div>
          <Button icon="scroll-text" onClick={() => setIsShown(true)}>
            {words.record.showHistory}
          </Button>
        </div>
      )}
    </section>
  );
}

function Entries({ resource, recordId }: { resource: string; recordId: number }) {
  const { session, slug } = useOrganization();
  const { data, error, isPending } = useQuery({
    queryKey: [slug, 'history', resource, recordId],
    queryFn: async ({ signal }) =>
      (
        await session.client.get('/audit-log', {
          params: { query: { resource, record_id: recordId } },
          signal,
        })
      ).data,
    staleTime: 0,
  });
  if (error) return <ProblemMessage error={error} />;
  if (isPending) return <StatusMessage>{words.loading}</StatusMessage>;
  if (data.length === 0) return <StatusMessage>{words.record.noHistory}</StatusMessage>;
  return (
    <ol className={styles.history}>
      {data.map(({ id, action, actor_name, occurred_at, changes }) => (
        <li key={id}>
          <p>
            {words.record.change(action, actor_name ?? words.record.service)}
            {' · '}
            <time dateTime={occurred_at}>{times.format(new Date(occurred_at))}</time>
          </p>
          {changes && <p className={styles.hint}>{changes.map(({ field }) => labelOf(field)).join(', ')}</p>}
        </li>
      ))}
    </ol>
  );
}
