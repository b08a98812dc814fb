import '../../kit/hooks/keep-focus.ts';
import { useState } from 'react';
import type { Action, ListedResource } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { useCommand, useShortcut } from '../commands/registry.ts';
import formStyles from '../form/form.module.css';
import { labelOf } from '../labels.ts';
import { words } from '../words.ts';
import styles from './bulk.module.css';
import { BulkOutcome } from './bulk-outcome.tsx';
import type { Outcome } from './run.ts';
import type { RowSelection } from './selection/use-selection.ts';
import { SetFieldDialog } from './set-field-dialog.tsx';
import { newestRow, useBulk } from './use-bulk.ts';
import { type BulkOffers, offersFor } from './use-bulk-offers.ts';
import { bulkWords } from './words.ts';

interface BulkBarProps {
  resource: ListedResource;
  offers: BulkOffers;
  selection: RowSelection;
}

/** A change that the user confirms. */
interface Question {
  label: string;
  run: () => Promise<void>;
}

/** The number of chosen records, the changes that are possible for all of them, and the result of the last change. */
export function BulkBar({ resource, offers, selection }: BulkBarProps) {
  const { slug } = useOrganization();
  const { chosen } = selection;
  const [question, setQuestion] = useState<Question | 'set' | null>(null);
  const bulk = useBulk(resource, offers, ({ done, refused, left }: Outcome) => {
    if (done.length === 0) return;
    const keys = new Set([...refused.map(({ item }) => item.key), ...left.map(({ key }) => key)]);
    selection.choose(new Map([...chosen].filter(([key]) => keys.has(key))));
  });
  const close = () => setQuestion(null);
  const { progress } = bulk;
  const newest = [...chosen.values()].map((row) => newestRow(row, slug, resource));
  if (chosen.size === 0 && !progress && !bulk.result) return null;
  const start = (run: () => Promise<void>) => {
    bulk.closeResult();
    close();
    void run();
  };
  return (
    <section className={styles.bar} aria-label={bulkWords.bar}>
      {bulk.result && !progress && <BulkOutcome result={bulk.result} onClose={bulk.closeResult} />}
      {progress ? (
        <div className={styles.actions}>
          <StatusMessage>{bulkWords.progress(progress.count, progress.total)}</StatusMessage>
          <Button onClick={bulk.stop}>{bulkWords.stop}</Button>
        </div>
      ) : (
        chosen.size > 0 && (
          <div className={styles.actions}>
            <StatusMessage>{bulkWords.selected(chosen.size)}</StatusMessage>
            <BulkActions
              offers={offersFor(offers, newest, resource)}
              onSet={() => setQuestion('set')}
              onAsk={setQuestion}
              archive={() => bulk.archive(chosen)}
              restore={() => bulk.restore(chosen)}
              act={(action, label) => bulk.act(chosen, action, label)}
            />
            <Button icon="x" onClick={selection.clear}>
              {bulkWords.clear}
            </Button>
          </div>
        )
      )}
      {question === 'set' && (
        <SetFieldDialog
          resource={resource}
          count={chosen.size}
          onSet={(name, value) => start(() => bulk.set(chosen, name, value))}
          onClose={close}
        />
      )}
      {question && question !== 'set' && (
        <ConfirmDialog
          question={question}
          count={chosen.size}
          onConfirm={() => start(question.run)}
          onClose={close}
        />
      )}
    </section>
  );
}

interface BulkActionsProps {
  offers: BulkOffers;
  onSet: () => void;
  onAsk: (question: Question) => void;
  archive: () => Promise<void>;
  restore: () => Promise<void>;
  act: (action: Action, label: string) => Promise<void>;
}

function BulkActions({ offers, onSet, onAsk, archive, restore, act }: BulkActionsProps) {
  const questions: Question[] = [
    ...(offers.restore ? [{ label: bulkWords.restore, run: restore }] : []),
    ...offers.actions.map((action) => {
      const label = labelOf(action.name);
      return { label, run: () => act(action, label) };
    }),
  ];
  const deletion = offers.canArchive ? { label: bulkWords.archive, run: archive } : undefined;
  useCommand('bulk:set', bulkWords.set, offers.canSet ? onSet : undefined);
  useShortcut('archive', deletion && (() => onAsk(deletion)));
  return (
    <>
      {offers.canSet && (
        <Button icon="pencil" aria-haspopup="dialog" onClick={onSet}>
          {bulkWords.set}
        </Button>
      )}
      {questions.map((question) => (
        <Button key={question.label} aria-haspopup="dialog" onClick={() => onAsk(question)}>
          {question.label}
        </Button>
      ))}
      {deletion && (
        <Button variant="danger" icon="archive" aria-haspopup="dialog" onClick={() => onAsk(deletion)}>
          {deletion.label}
        </Button>
      )}
    </>
  );
}

interface ConfirmDialogProps {
  question: Question;
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

function ConfirmDialog({ question: { label }, count, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={bulkWords.confirm(label, count)} onClose={onClose}>
      <div className={formStyles.actions}>
        <Button onClick={onClose}>{words.form.cancel}</Button>
        <Button variant="primary" onClick={onConfirm}>
          {label}
        </Button>
      </div>
    </Dialog>
  );
}
