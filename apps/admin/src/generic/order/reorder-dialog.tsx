import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import type { Action, ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { useAction } from '../action/use-action.ts';
import { titleOf } from '../fields.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import { allRows } from './all-rows.ts';
import { moved } from './moved.ts';
import styles from './reorder.module.css';

interface ReorderDialogProps {
  resource: ListedResource;
  action: Action;
  onClose: () => void;
}

/** All records in their order, each with buttons to move it. Alt and an arrow key move the focused one, too. */
export function ReorderDialog({ resource, action, onClose }: ReorderDialogProps) {
  const { session, slug } = useOrganization();
  const { data, error, refetch } = useQuery({
    queryKey: [slug, 'order', resource.path],
    queryFn: ({ signal }) => allRows(session.client, resource.path, {}, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const [order, setOrder] = useState<readonly Row[] | null>(null);
  const save = useAction(action, [], onClose);
  const rows = order ?? data;
  const submit = () => {
    if (!order || save.isPending) return;
    // The service rejects an order without records that another user has added.
    const onError = () => void refetch().then(({ data: now }) => now && setOrder(withCurrent(order, now)));
    save.mutate({ ids: order.map(({ id }) => id) }, { onError });
  };
  return (
    <Dialog title={action.summary} onClose={onClose}>
      {(error ?? save.error) && <ProblemMessage error={error ?? save.error} />}
      {!rows && !error && <StatusMessage>{words.loading}</StatusMessage>}
      {rows && (
        <Items rows={rows} resource={resource} onMove={(from, to) => setOrder(moved(rows, from, to))} />
      )}
      <div className={styles.actions}>
        <Button variant="primary" aria-disabled={!order || save.isPending} onClick={submit}>
          {words.form.save}
        </Button>
        <Button onClick={onClose}>{words.form.cancel}</Button>
      </div>
    </Dialog>
  );
}

/** An order that the user has chosen, without records that were deleted since then, and before those that were added. */
function withCurrent(order: readonly Row[], now: readonly Row[]): Row[] {
  const current = new Map(now.map((row): [unknown, Row] => [row.id, row]));
  const kept = order.flatMap(({ id }): readonly Row[] => {
    const row = current.get(id);
    return row ? [row] : [];
  });
  return [...kept, ...now.filter((row) => !kept.includes(row))];
}

interface ItemsProps {
  rows: readonly Row[];
  resource: ListedResource;
  onMove: (from: number, to: number) => void;
}

function Items({ rows, resource, onMove }: ItemsProps) {
  const [announced, setAnnounced] = useState('');
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length) return;
    onMove(from, to);
    setAnnounced(words.order.moved(titleOf(row, resource), to + 1, rows.length));
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
  };
  return (
    <>
      <p>{words.order.hint}</p>
      <ol className={styles.items}>
        {rows.map((row, index) => {
          const title = titleOf(row, resource);
          return (
            <li key={String(row.id)} className={styles.item} onKeyDown={(event) => onKeyDown(event, index)}>
              <span className={styles.title}>{title}</span>
              <IconButton
                icon="chevron-up"
                label={words.order.up(title)}
                aria-disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon="chevron-down"
                label={words.order.down(title)}
                aria-disabled={index === rows.length - 1}
                onClick={() => move(index, index + 1)}
              />
            </li>
          );
        })}
      </ol>
      <StatusMessage>{announced}</StatusMessage>
    </>
  );
}
