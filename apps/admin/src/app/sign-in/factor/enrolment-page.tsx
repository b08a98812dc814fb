import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganization } from '../../../api/session/session-context.ts';
import { ProblemMessage } from '../../../generic/problem-message.tsx';
import { Button } from '../../../kit/button.tsx';
import { ErrorMessage } from '../../../kit/message.tsx';
import { CodesOnce } from '../../../kit/secrets/codes-once.tsx';
import { SignInFrame } from '../sign-in-frame.tsx';
import { words } from '../words.ts';
import { AppSetup } from './app-setup.tsx';
import styles from './enrolment-page.module.css';
import { useEnrolment } from './use-enrolment.ts';

const text = words.factor;

/** Sets up an authenticator app, which the organization requires, and shows the recovery codes. */
export function EnrolmentPage({ onDone }: { onDone: () => void }) {
  const { slug, session } = useOrganization();
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isExpired, setExpired] = useState(false);
  const { data: enrolment, mutate: start, reset, isPending, error } = useEnrolment();
  const expire = () => {
    setExpired(true);
    reset();
  };
  const finish = async () => {
    await queries.resetQueries({ queryKey: [slug] });
    // The event stream was refused to the session until now.
    session.hub.wake();
    onDone();
  };
  if (codes)
    return (
      <SignInFrame title={text.codesTitle}>
        {codes.length > 0 ? (
          <>
            <p>{text.codes}</p>
            <p>{text.account(session.user.org_name, session.user.email)}</p>
            <CodesOnce codes={codes} labels={{ list: text.codesTitle, ...text }} />
          </>
        ) : (
          <ErrorMessage>{text.codesLost}</ErrorMessage>
        )}
        <p className={styles.finish}>
          <Button variant="primary" onClick={() => void finish()}>
            {codes.length > 0 ? text.stored : text.next}
          </Button>
        </p>
      </SignInFrame>
    );
  return (
    <SignInFrame title={text.title}>
      {error && <ProblemMessage error={error} />}
      {isExpired && !enrolment && <ErrorMessage>{text.expired}</ErrorMessage>}
      {enrolment ? (
        <AppSetup enrolment={enrolment} onConfirmed={setCodes} onExpired={expire} />
      ) : (
        <>
          <p>{text.text}</p>
          <Button variant="primary" aria-disabled={isPending} onClick={() => !isPending && start()}>
            {text.start}
          </Button>
        </>
      )}
      <SignOut />
    </SignInFrame>
  );
}

function SignOut() {
  const { session } = useOrganization();
  const { mutate, error } = useMutation({ mutationFn: () => session.signOut() });
  return (
    <>
      {error && <ProblemMessage error={error} />}
      <p>
        <Button onClick={() => mutate()}>{text.signOut}</Button>
      </p>
    </>
  );
}
