import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadRecord } from '../../api/call-path.ts';
import { deleteRecord } from '../../api/change-record.ts';
import { type ListedResource, operationOf, useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { showToast } from '../../kit/layers/toast.tsx';
import { useShortcutHint } from '../commands/bindings.ts';
import { useShortcut } from '../commands/registry.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import styles from './record.module.css';
import { useOfferUndo } from './use-offer-undo.ts';
import { recordKey } from './use-record.ts';

interface ArchiveButtonProps {
  path: string;
  resource: ListedResource;
  title: string;
  onArchived: () => void;
}

/** Deletes a record after a confirmation. */
export function ArchiveButton({ path, resource, title, onArchived }: ArchiveButtonProps) {
  const { session, slug } = useOrganization();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const can = useCan();
  useShortcut('archive', () => setIsOpen(true));
  const hint = useShortcutHint('archive', words.record.archive);
  const { offerRestore } = useOfferUndo(resource);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteRecord(session.client, path),
    onSuccess: () => {
      const id = queries.getQueryData<ReadRecord>(recordKey(slug, path))?.row.id;
      if (typeof id === 'number' && can(operationOf('post', `${resource.template}/:id/restore`)))
        offerRestore(id, title);
      else showToast({ text: words.undo.deleted(title) });
      queries.removeQueries({ queryKey: recordKey(slug, path) });
      void queries.invalidateQueries({ queryKey: [slug, 'list', resource.path] });
      onArchived();
    },
  });
  return (
    <>
      <Button
        variant="danger"
        icon="archive"
        aria-haspopup="dialog"
        {...hint}
        onClick={() => setIsOpen(true)}
      >
        {words.record.archive}
      </Button>
      {isOpen && (
        <Dialog title={words.record.confirm(title)} onClose={() => setIsOpen(false)}>
          <p>{words.record.confirmText}</p>
          {error && <ProblemMessage error={error} />}
          <div className={styles.actions}>
            <Button onClick={() => setIsOpen(false)}>{words.record.cancel}</Button>
            <Button variant="danger" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
              {words.record.archive}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
