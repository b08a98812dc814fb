import { useState } from 'react';
import type { Row } from '../../api/call-path.ts';
import { useSchema } from '../../api/resources.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { showToast } from '../../kit/layers/toast.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { SecretOnce } from '../../kit/secrets/secret-once.tsx';
import { BodyForm } from '../form/body-form.tsx';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import styles from './action.module.css';
import { requestOf, type TakenAction } from './taken-action.ts';
import { useAction } from './use-action.ts';

interface ActionDialogProps extends TakenAction {
  label: string;
  onClose: () => void;
}

/** The form or the confirmation of an action, and the secrets of its response. */
export function ActionDialog({ code, part, action, ids, label, onClose }: ActionDialogProps) {
  const [response, setResponse] = useState<Row | null>(null);
  const secrets = action.secret_fields.filter((name) => response?.[name] !== undefined);
  const run = useAction(action, ids, (result) => {
    setResponse(result);
    if (action.secret_fields.length > 0) return;
    showToast({ text: words.action.taken(label) });
    onClose();
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

interface ActionFormProps extends Pick<TakenAction, 'code' | 'action'> {
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
