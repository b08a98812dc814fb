import { useRef } from 'react';
import { type Action, fillPath } from '../../api/resources.ts';
import { Button } from '../../kit/button.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import styles from '../action/action.module.css';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import { ImportResult } from './import-result.tsx';
import { useImport } from './use-import.ts';

export interface ImportDialogProps {
  action: Pick<Action, 'path' | 'summary'>;
  /** The values of the parameters of the path. */
  ids: readonly (string | number)[];
  onClose: () => void;
}

/** Uploads a file, checks it without writing anything, and imports it when the user has seen the result. */
export function ImportDialog({ action, ids, onClose }: ImportDialogProps) {
  const { check, run, shown, error, isBusy } = useImport(fillPath(action.path, ids));
  const close = useRef<HTMLButtonElement>(null);
  const begin = (fileId: number) => {
    // The button of the import disappears.
    close.current?.focus();
    run.mutate(fileId);
  };
  const canRun = Boolean(shown?.result?.rows) && shown?.dry_run && shown.status === 'succeeded' && !isBusy;
  return (
    <Dialog title={action.summary} onClose={onClose}>
      <Field label={words.import.file} hint={words.import.hint}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.ics"
            className={controlClass}
            aria-disabled={isBusy}
            onClick={(event) => isBusy && event.preventDefault()}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) check.mutate(file);
              // The browser reports a choice only if the value changes, and the corrected file may have the same name.
              target.value = '';
            }}
          />
        )}
      </Field>
      {check.variables && <p>{words.import.chosen(check.variables.name)}</p>}
      {error && <ProblemMessage error={error} />}
      {isBusy && (
        <StatusMessage>
          {shown?.dry_run === false ? words.import.importing : words.import.checking}
        </StatusMessage>
      )}
      {shown && !isBusy && <ImportResult shown={shown} />}
      <div className={styles.actions}>
        {canRun && (
          <Button variant="primary" onClick={() => begin(shown.file_id)}>
            {words.import.run(shown.result?.rows ?? 0)}
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          {words.import.close}
        </Button>
      </div>
    </Dialog>
  );
}
