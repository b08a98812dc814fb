import type { FormEvent } from 'react';
import type { Row } from '../../api/call-path.ts';
import { type ListedResource, useSchema } from '../../api/resources.ts';
import { useIsReadOnly } from '../../api/start.ts';
import { Button } from '../../kit/button.tsx';
import { useSlow } from '../../kit/hooks/use-slow.ts';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { useShortcut } from '../commands/registry.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import { ConflictQuestion } from './conflict/conflict-question.tsx';
import { FormFields, useFieldFocus } from './field-inputs.tsx';
import styles from './form.module.css';
import { type Draft, type FormField, formFieldsOf, initialRow, textOf } from './form-fields.ts';
import { LeaveDialog } from './unsaved/leave-dialog.tsx';
import { useRecordForm } from './use-record-form.ts';
import { errorsByField } from './validity/field-errors.ts';
import { reportIncompleteInput } from './validity/incomplete-input.ts';

interface FormPageProps {
  resource: ListedResource;
  title: string;
  /** The path to send to: that of the list for a new record. */
  path: string;
  /** The record that is changed; undefined for a new one. */
  row: Row | undefined;
  /** Texts with which the inputs of a new record begin, as if the user had entered them. */
  presets?: Draft;
  onCreated?: (row: Row) => void;
  /** Called when a change is sent. */
  onSent?: () => void;
  onCancel: () => void;
}

/** The form of any resource, from the JSON Schema of its requests. Sends only fields that the user has changed. */
export function FormPage(props: FormPageProps) {
  const { title, onCancel, ...form } = props;
  const { resource, row } = form;
  const { data: schema, error, isPending } = useSchema(resource.code, row ? 'update' : 'create');
  useTitle(title, resource.label);
  useShortcut('back', onCancel);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {error && <ProblemMessage error={error} />}
      {isPending && <StatusMessage>{words.loading}</StatusMessage>}
      {schema && <RecordForm fields={formFieldsOf(schema)} {...{ ...form, onCancel }} />}
    </div>
  );
}

const ignore = () => undefined;

type RecordFormProps = Omit<FormPageProps, 'title'> & { fields: readonly FormField[] };

function RecordForm(props: RecordFormProps) {
  const { fields, row, onCancel } = props;
  const { input, notice, malformed, attempt, conflict, error, isSaving, submit, resolve } = useRecordForm({
    ...{ onCreated: ignore, onSent: ignore },
    ...props,
  });
  const form = useFieldFocus(attempt ?? error, true, conflict?.names);
  const shown = row ?? initialRow(fields);
  const errors = errorsByField(fields, error);
  const isReadOnly = useIsReadOnly();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReadOnly && !reportIncompleteInput(event.currentTarget)) submit();
  };
  const onDiscard = () => {
    input.discard();
    onCancel();
  };
  const isFailed = error !== null && Object.keys(errors.fields).length === 0;
  return (
    <>
      <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <FormFields
          {...{ fields, malformed, error }}
          textOf={(field) => input.draft[field.name] ?? textOf(field, shown[field.name])}
          onText={input.setText}
        />
        {notice && <StatusMessage>{notice}</StatusMessage>}
        <FormActions {...{ isSaving, isReadOnly, isFailed, onCancel, onDiscard }} />
      </form>
      <LeaveDialog isUnsaved={input.isUnsaved} onLeave={input.discard} />
      {conflict && (
        <ConflictQuestion
          fields={fields.filter(({ name }) => conflict.names.includes(name))}
          base={input.base?.row ?? {}}
          theirs={conflict.theirs.row}
          mine={input.draft}
          onChoose={resolve}
          onCancel={() => resolve()}
        />
      )}
    </>
  );
}

interface FormActionsProps {
  isSaving: boolean;
  isReadOnly: boolean;
  /** True if the change was not saved, for a reason that no field has. */
  isFailed: boolean;
  onCancel: () => void;
  onDiscard: () => void;
}

function FormActions({ isSaving, isReadOnly, isFailed, onCancel, onDiscard }: FormActionsProps) {
  const isSlow = useSlow(isSaving, 1_000);
  return (
    <div className={styles.actions}>
      <Button type="submit" variant="primary" aria-disabled={isSaving || isReadOnly}>
        {isFailed ? words.form.retry : words.form.save}
      </Button>
      {isFailed ? (
        <Button onClick={onDiscard}>{words.form.discard}</Button>
      ) : (
        <Button onClick={onCancel}>{words.form.cancel}</Button>
      )}
      {isReadOnly && <StatusMessage>{words.form.readOnly}</StatusMessage>}
      {isSlow && <StatusMessage>{words.form.saving}</StatusMessage>}
    </div>
  );
}
