import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { useBeforeClose } from '../../../kit/layers/before-close.ts';
import { Dialog } from '../../../kit/layers/dialog.tsx';
import { words } from '../../words.ts';
import styles from '../form.module.css';

interface LeaveDialogProps {
  isUnsaved: () => boolean;
  onLeave?: () => void;
}

/** Asks before the user leaves a form with input that is not saved. */
export function LeaveDialog({ isUnsaved, onLeave }: LeaveDialogProps) {
  const { status, reset, proceed } = useBlocker({
    // When the session has ended, the input is kept until the user has signed in again.
    shouldBlockFn: ({ next }) => next.pathname !== '/login' && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  const leave = () => {
    onLeave?.();
    proceed();
  };
  return <LeaveQuestion onStay={reset} onLeave={leave} />;
}

interface LeaveGuardProps {
  isUnsaved: () => boolean;
  /** Closes the dialog that contains the form. */
  onLeave: () => void;
}

/** Asks before the user leaves a form, or the dialog that contains it, with input that is not saved. */
export function LeaveGuard({ isUnsaved, onLeave }: LeaveGuardProps) {
  const [isAsking, setIsAsking] = useState(false);
  useBeforeClose(() => {
    if (isUnsaved()) setIsAsking(true);
    return isUnsaved();
  });
  return (
    <>
      <LeaveDialog isUnsaved={isUnsaved} />
      {isAsking && <LeaveQuestion onStay={() => setIsAsking(false)} onLeave={onLeave} />}
    </>
  );
}

/** Asks if the input of a form is discarded. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Dialog title={words.form.leave} onClose={onStay}>
      <p>{words.form.leaveText}</p>
      <div className={styles.actions}>
        <Button onClick={onStay}>{words.form.stay}</Button>
        <Button variant="danger" onClick={onLeave}>
          {words.form.discard}
        </Button>
      </div>
    </Dialog>
  );
}
