import { useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { sendContent } from '../../api/upload-file.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import type { PanelProps } from '../../generic/define-admin-area.ts';
import { UploadForm } from './upload-form.tsx';
import { words } from './words.ts';

/** Uploads the content of a file that has none yet. */
export function PendingContent({ row }: PanelProps) {
  const { session } = useOrganization();
  const can = useCan();
  const upload = useSingleMutation({
    mutationFn: (file: File) =>
      sendContent(session.client, { id: Number(row.id), mime: String(row.mime) }, file),
  });
  if (row.status !== 'pending' || !can('PUT /files/{id}/content')) return null;
  return (
    <section aria-label={words.content}>
      <h2>{words.content}</h2>
      <p>{words.missing}</p>
      <UploadForm {...upload} onUpload={upload.mutate} />
    </section>
  );
}
