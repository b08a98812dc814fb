import { useEffect, useRef, useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import { type Action, fillPath, useSchema } from '../../api/resources.ts';
import type { Refusal } from '../../api/rights/row-rights.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { SecretOnce } from '../../kit/secrets/secret-once.tsx';
import { useCommand } from '../commands/registry.ts';
import { BodyForm } from '../form/body-form.tsx';
import { useIsKept } from '../form/unsaved/use-kept-input.ts';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { RefusedButton } from '../refused-button.tsx';
import { words } from '../words.ts';
import styles from './action.module.css';
import { useAction } from './use-action.ts';

interface ActionButtonProps {
  /** The resource, and the part of its records, that has the action. */
  code: string;
  part?: string;
  action: Action;
  /** The values of the parameters of the path. */
  ids: readonly (string | number)[];
  /** True if the command palette offers the action too. */
  isCommand?: boolean;
  /** Set if the user may not take the action on this record. */
  refusal?: Refusal | undefined;
  /** False if the action would fail in the present state of the record. It is then shown only while its dialog is open. */
  isPossible?: boolean;
}

/** A button that opens the form or the confirmation of an action. */
export function ActionButton({ isCommand = false, isPossible = true, refusal, ...props }: ActionButtonProps) {
  const [isOpen, setIsOpen] = useState(useIsKept(requestOf(props)));
  const label = labelOf(props.action.name);
  const isShown = isPossible || isOpen;
  const isOffered = isCommand && isPossible && !refusal;
  useCommand(`action:${props.action.path}`, label, isOffered ? () => setIsOpen(true) : undefined);
  const { place, button } = useFocusAfter();
  if (!isShown) return <span ref={place} hidden />;
  if (refusal) return <RefusedButton label={label} refusal={refusal} />;
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <ActionDialog {...props} label={label} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Moves the focus to the first control beside a button that disappears while it has the focus, or closes its dialog. */
function useFocusAfter() {
  const hadFocus = useRef(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current && hadFocus.current && document.activeElement === document.body)
      place.current.parentElement?.querySelector<HTMLElement>('a, button')?.focus();
    hadFocus.current = false;
  });
  // Its cleanup runs before the button is removed. A modal dialog that it has opened is beside it.
  const button = (element: HTMLButtonElement | null) => () => {
    hadFocus.current = element?.parentElement?.contains(document.activeElement) ?? false;
  };
  return { place, button };
}

const requestOf = ({ action, ids }: Pick<ActionButtonProps, 'action' | 'ids'>): string =>
  `${action.method} ${fillPath(action.path, ids)}`;

interface ActionDialogProps extends ActionButtonProps {
  label: string;
  onClose: () => void;
}

function ActionDialog({ code, part, action, ids, label, onClose }: ActionDialogProps) {
  const [response, setResponse] = useState<Row | null>(null);
  const secrets = action.secret_fields.filter((name) => response?.[name] !== undefined);
  const run = useAction(action, ids, (result) => {
    setResponse(result);
    if (action.secret_fields.length === 0) onClose();
  });
  const shared = {
    ...{ submitLabel: label, isPending: run.isPending, error: run.error, onCancel: onClose },
    request: requestOf({ action, ids }),
  };
  if (response && secrets.length > 0)
    return <SecretsDialog title={action.summary} row={response} names={secrets} onClose={onClose} />;
  return (
    <Dialog title={action.summary} onClose={onClose}>
      {action.has_body ? (
        <ActionForm {...{ code, part, action, ...shared }} onSubmit={(body) => run.mutate(body)} />
      ) : (
        <BodyForm {...shared} schema={{}} onSubmit={() => run.mutate(null)} />
      )}
    </Dialog>
  );
}

interface SecretsDialogProps {
  title: string;
  row: Row;
  names: readonly string[];
  onClose: () => void;
}

/** Secrets of a response, which no later response contains. */
export function SecretsDialog({ title, row, names, onClose }: SecretsDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{words.action.secretHint}</p>
      {names.map((name) => (
        <SecretOnce
          key={name}
          label={labelOf(name)}
          secret={String(row[name])}
          copy={words.action.copy}
          copied={words.action.copied}
        />
      ))}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onClose}>
          {words.action.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface ActionFormProps extends Pick<ActionButtonProps, 'code' | 'action'> {
  part: string | undefined;
  submitLabel: string;
  isPending: boolean;
  error: unknown;
  request: string;
  onSubmit: (body: Readonly<Record<string, unknown>>) => void;
  onCancel: () => void;
}

function ActionForm({ code, part, action, ...form }: ActionFormProps) {
  const of = { action: action.name, ...(part !== undefined && { part }) };
  const { data: schema, error } = useSchema(code, 'action', of);
  if (error) return <ProblemMessage error={error} />;
  return schema ? <BodyForm {...form} schema={schema} /> : <StatusMessage>{words.loading}</StatusMessage>;
}
