import { useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import { operationOf, useAvailableActions, useCan } from '../../api/resources.ts';
import { isPossibleIn } from '../../api/rights/record-state.ts';
import { type Refusal, refusalOf } from '../../api/rights/row-rights.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { showToast } from '../../kit/layers/toast.tsx';
import { ActionButton } from '../action/action-button.tsx';
import { titleOf } from '../fields.ts';
import { useIsKept } from '../form/unsaved/use-kept-input.ts';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { RefusedButton } from '../refused-button.tsx';
import { words } from '../words.ts';
import styles from './part.module.css';
import { PartForm, requestOfPart } from './part-form.tsx';
import type { PartListProps } from './part-list-props.ts';
import { usePartWrite } from './use-part.ts';

interface PartRowActionsProps extends PartListProps {
  row: Row;
  /** The value that identifies the row in its path. */
  rowKey: string;
}

/** The actions on a record of a part that the user may take. */
export function PartRowActions({ code, part, ids, path, row, rowKey }: PartRowActionsProps) {
  const can = useCan();
  const actions = useAvailableActions(part.actions);
  const template = `${part.path}/:${part.key}`;
  const rowPath = `${path}/${encodeURIComponent(rowKey)}`;
  const isKept = useIsKept(requestOfPart(rowPath, false));
  const [opened, setOpened] = useState<'change' | 'delete' | null>(isKept ? 'change' : null);
  const close = () => setOpened(null);
  const title = titleOf(row, part);
  const refusal = (operation: { method: string; path: string }) =>
    refusalOf(row, operationOf('get', part.path), operation);
  const buttons = [
    { method: 'patch', opens: 'change', label: words.record.edit, when: part.when.update },
    { method: 'delete', opens: 'delete', label: words.record.archive, when: part.when.archive },
  ] as const;
  return (
    <div className={styles.actions}>
      {buttons
        .filter(({ method, when }) => can(operationOf(method, template)) && isPossibleIn(row, when))
        .map(({ method, opens, label }) => (
          <RowButton
            key={method}
            label={label}
            name={`${label} ${title}`}
            refusal={refusal({ method, path: template })}
            onOpen={() => setOpened(opens)}
          />
        ))}
      {actions
        .filter(({ name, applies_to }) => applies_to === 'record' && name !== 'restore')
        .map((action) => (
          <ActionButton
            key={action.name}
            code={code}
            part={part.name}
            action={action}
            ids={[...ids, rowKey]}
            refusal={refusal(action)}
            isPossible={isPossibleIn(row, action.when)}
          />
        ))}
      {opened === 'change' && (
        <PartForm
          {...{ code, row, path: rowPath, partPath: path, onClose: close }}
          part={part}
          title={words.part.change(labelOf(part.name))}
        />
      )}
      {opened === 'delete' && <DeleteDialog {...{ part, path, rowPath, title }} onClose={close} />}
    </div>
  );
}

interface RowButtonProps {
  label: string;
  name: string;
  refusal: Refusal | undefined;
  onOpen: () => void;
}

function RowButton({ label, name, refusal, onOpen }: RowButtonProps) {
  if (refusal) return <RefusedButton label={label} name={name} refusal={refusal} />;
  return (
    <Button aria-haspopup="dialog" aria-label={name} onClick={onOpen}>
      {label}
    </Button>
  );
}

interface DeleteDialogProps extends Pick<PartListProps, 'part' | 'path'> {
  rowPath: string;
  title: string;
  onClose: () => void;
}

function DeleteDialog({ part, path, rowPath, title, onClose }: DeleteDialogProps) {
  const { mutate, isPending, error } = usePartWrite(path, () => {
    showToast({ text: words.part.deleted(labelOf(part.name)) });
    onClose();
  });
  return (
    <Dialog title={words.record.confirm(title)} onClose={onClose}>
      {error && <ProblemMessage error={error} />}
      <div className={styles.actions}>
        <Button onClick={onClose}>{words.record.cancel}</Button>
        <Button
          variant="danger"
          aria-disabled={isPending}
          onClick={() => !isPending && mutate({ method: 'delete', path: rowPath })}
        >
          {words.record.archive}
        </Button>
      </div>
    </Dialog>
  );
}
