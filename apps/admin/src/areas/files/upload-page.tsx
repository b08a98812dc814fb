import { useRef } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { createFile, sendContent } from '../../api/upload-file.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import type { CreateProps } from '../../generic/define-admin-area.ts';
import styles from '../../generic/form/form.module.css';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { UploadForm } from './upload-form.tsx';

type Created = Awaited<ReturnType<typeof createFile>>;

/** Creates a file from one of the user's device. */
export function UploadPage({ resource, title, onCreated, onCancel }: CreateProps) {
  const { session } = useOrganization();
  // If the content could not be sent, the next attempt sends it to the same record.
  const created = useRef<{ file: File; row: Created }>(null);
  const upload = useSingleMutation({
    mutationFn: async (file: File) => {
      if (created.current?.file !== file)
        created.current = { file, row: await createFile(session.client, file) };
      return sendContent(session.client, created.current.row, file);
    },
    onSuccess: onCreated,
  });
  useTitle(title, resource.label);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <UploadForm {...upload} onUpload={upload.mutate} onCancel={onCancel} />
    </div>
  );
}
