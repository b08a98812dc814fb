import type { FormEvent } from 'react';
import type { Row } from '../../api/call-path.ts';
import type { JsonSchema } from '../../api/resources.ts';
import { Button } from '../../kit/button.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { words } from '../words.ts';
import { ConflictQuestion } from './conflict/conflict-question.tsx';
import { FormFields, useFieldFocus } from './field-inputs.tsx';
import styles from './form.module.css';
import { formFieldsOf, initialRow, textOf } from './form-fields.ts';
import { LeaveGuard } from './unsaved/leave-dialog.tsx';
import { useBodyForm } from './use-body-form.ts';
import { reportIncompleteInput } from './validity/incomplete-input.ts';

export interface BodyFormProps {
  schema: JsonSchema;
  /** The record that is changed; undefined if the body is not a change. */
  row?: Row | undefined;
  /** Reads the record just before it is changed, to find changes of other users since the input began. */
  readCurrent?: (() => Promise<Row>) | undefined;
  /** The property of the body that the form fills, by which the service names fields. */
  within?: string;
  submitLabel: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (body: Readonly<Record<string, unknown>>) => void;
  /** Without it, the form cannot be closed. */
  onCancel?: () => void;
  /** False if the user may leave the form without being asked: its input is only a choice of what is shown. */
  hasContent?: boolean;
  /** The method and path of the request, by which the input is kept when the session ends. */
  request?: string | undefined;
}

/** The form of a request, from the JSON Schema of its body. Contains only what the user has entered. */
export function BodyForm(props: BodyFormProps) {
  const { schema, row, within, submitLabel, error, onCancel, hasContent = true } = props;
  const fields = formFieldsOf(schema);
  const { draft, base, conflict, ...form } = useBodyForm({
    ...{ readCurrent: undefined, request: undefined, ...props },
    ...{ fields, row },
  });
  const problem = form.error ?? error;
  const element = useFieldFocus(form.attempt ?? problem);
  const shown = row ?? initialRow(fields);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!reportIncompleteInput(event.currentTarget)) form.submit();
  };
  return (
    <>
      <form ref={element} className={styles.form} onSubmit={submit} noValidate>
        <FormFields
          {...{ fields, within }}
          malformed={form.malformed}
          error={problem}
          textOf={(field) => draft[field.name] ?? textOf(field, shown[field.name])}
          onText={form.setText}
        />
        {form.notice && <StatusMessage>{form.notice}</StatusMessage>}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" aria-disabled={form.isPending}>
            {submitLabel}
          </Button>
          {onCancel && <Button onClick={onCancel}>{words.form.cancel}</Button>}
        </div>
      </form>
      <LeaveGuard isUnsaved={() => hasContent && form.isUnsaved()} onLeave={() => onCancel?.()} />
      {conflict && (
        <ConflictQuestion
          fields={fields.filter(({ name }) => conflict.names.includes(name))}
          base={base ?? {}}
          theirs={conflict.theirs}
          mine={draft}
          onChoose={form.resolve}
          onCancel={() => form.resolve()}
        />
      )}
    </>
  );
}
