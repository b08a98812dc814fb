import { type FormEvent, useState } from 'react';
import styles from '../../generic/form/form.module.css';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { Button } from '../../kit/button.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { words } from './words.ts';

interface UploadFormProps {
  isPending: boolean;
  error: unknown;
  onUpload: (file: File) => void;
  onCancel?: (() => void) | undefined;
}

/** Chooses a file and uploads it. */
export function UploadForm({ isPending, error, onUpload, onCancel }: UploadFormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(file === null);
    if (file) onUpload(file);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {Boolean(error) && <ProblemMessage error={error} />}
      <Field label={words.file} hint={words.hint} errors={isMissing ? [words.choose] : []} isRequired>
        {(control) => (
          <input
            {...control}
            type="file"
            className={controlClass}
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              setMissing(false);
            }}
          />
        )}
      </Field>
      {isPending && <StatusMessage>{words.uploading}</StatusMessage>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" aria-disabled={isPending}>
          {words.upload}
        </Button>
        {onCancel && <Button onClick={onCancel}>{words.cancel}</Button>}
      </div>
    </form>
  );
}
