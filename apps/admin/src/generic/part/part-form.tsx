import type { Row } from '../../api/call-path.ts';
import { type Part, useSchema } from '../../api/resources.ts';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { showToast } from '../../kit/layers/toast.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import { BodyForm } from '../form/body-form.tsx';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import { usePartWrite, useReadAgain } from './use-part.ts';

interface PartFormProps {
  code: string;
  part: Part;
  /** The path of the list or of the single record. */
  partPath: string;
  /** The path of the record that is changed; that of the list for a new one. */
  path: string;
  /** The record that is changed; undefined for a new one. */
  row: Row | undefined;
  title: string;
  onClose: () => void;
}

/** Identifies the form of a record of a part. */
export const requestOfPart = (path: string, isNew: boolean): string => `${isNew ? 'post' : 'patch'} ${path}`;

/** The form of a record of a part, in a dialog. */
export function PartForm({ code, part, partPath, path, row, title, onClose }: PartFormProps) {
  const { data: schema, error } = useSchema(code, row ? 'update' : 'create', { part: part.name });
  const readCurrent = useReadAgain(partPath, part.key, row);
  const write = usePartWrite(partPath, () => {
    const label = labelOf(part.name);
    showToast({ text: row ? words.part.changed(label) : words.part.added(label) });
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {error && <ProblemMessage error={error} />}
      {!schema && !error && <StatusMessage>{words.loading}</StatusMessage>}
      {schema && (
        <BodyForm
          schema={schema}
          row={row}
          readCurrent={readCurrent}
          submitLabel={words.form.save}
          isPending={write.isPending}
          error={write.error}
          onSubmit={(body) => write.mutate({ method: row ? 'patch' : 'post', path, body })}
          onCancel={onClose}
          request={requestOfPart(path, row === undefined)}
        />
      )}
    </Dialog>
  );
}
