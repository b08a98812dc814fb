import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganization } from '../api/session/session-context.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/layers/dialog.tsx';
import { ErrorMessage, StatusMessage } from '../kit/message.tsx';
import { words } from './words.ts';

/** Explains why the user lacks a permission. */
export function WhyButton({ permission }: { permission: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <p>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {words.why.button}
      </Button>
      {isOpen && <WhyDialog permission={permission} isOfRecord onClose={() => setIsOpen(false)} />}
    </p>
  );
}

interface WhyDialogProps {
  permission: string;
  /** True if a request for a record was refused, or would be. */
  isOfRecord?: boolean;
  recordId?: number | undefined;
  onClose: () => void;
}

/** The explanation why the user has a permission, or lacks it. */
export function WhyDialog({ permission, isOfRecord = false, recordId, onClose }: WhyDialogProps) {
  return (
    <Dialog title={words.why.title(permission)} onClose={onClose}>
      <Explanation permission={permission} isOfRecord={isOfRecord} recordId={recordId} />
      <Button onClick={onClose}>{words.why.close}</Button>
    </Dialog>
  );
}

type ExplanationProps = Required<Pick<WhyDialogProps, 'permission' | 'isOfRecord'>> &
  Pick<WhyDialogProps, 'recordId'>;

function Explanation({ permission, isOfRecord, recordId }: ExplanationProps) {
  const { session, slug } = useOrganization();
  const query = {
    user_id: session.user.id,
    permission,
    ...(recordId !== undefined && { record_id: recordId }),
  };
  const { data, error } = useQuery({
    queryKey: [slug, 'explanation', permission, recordId],
    queryFn: ({ signal }) => session.client.get('/permissions/explain', { params: { query }, signal }),
    staleTime: 0,
  });
  if (error) return <ErrorMessage>{error.message}</ErrorMessage>;
  if (!data) return <StatusMessage>{words.loading}</StatusMessage>;
  return (
    <>
      <p>{data.allowed ? (isOfRecord ? words.why.allowed : words.why.held) : data.missing}</p>
      {data.via.length > 0 && (
        <>
          <p>{words.why.grants}</p>
          <ul>
            {data.via.map(({ grant_id, role_code, scopes }) => (
              <li key={grant_id}>{words.why.grant(role_code, scopes)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
