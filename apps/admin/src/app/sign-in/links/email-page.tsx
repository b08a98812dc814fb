import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findSession, type Session } from '../../../api/session/session.ts';
import { ProblemMessage } from '../../../generic/problem-message.tsx';
import { StatusMessage } from '../../../kit/message.tsx';
import { PendingPage } from '../../pages/pending-page.tsx';
import { SignInForms, useSignInSteps } from '../sign-in-forms.tsx';
import { SignInFrame } from '../sign-in-frame.tsx';
import { words } from '../words.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { forgetMailedLink, type MailedLink } from './mailed-link.ts';
import { OpenLink, SignInLink } from './page-links.tsx';
import { UnusableLink } from './unusable-link.tsx';
import { useMailedToken } from './use-mailed-token.ts';

const text = words.changed;

interface Changed {
  slug: string;
  email: string;
}

/** Confirms a new address with the link that was sent to it. Only the user who requested the change can do this. */
export function EmailPage() {
  const { link, refusal, refuse } = useMailedToken('email');
  const [changed, setChanged] = useState<Changed | null>(null);
  const done = (result: Changed) => {
    setChanged(result);
    forgetMailedLink();
  };
  if (link) return <ChangePage key={link.token} link={link} onDone={done} onRefused={refuse} />;
  if (changed && refusal === null)
    return (
      <SignInFrame title={text.doneTitle}>
        <StatusMessage>{text.done(changed.email)}</StatusMessage>
        <OpenLink slug={changed.slug} />
      </SignInFrame>
    );
  return <UnusableLink refusal={refusal} next={text.next} />;
}

interface ChangePageProps {
  link: MailedLink;
  onDone: (changed: Changed) => void;
  onRefused: (error: unknown) => void;
}

/** Requires a session in the organization of the link. */
function ChangePage({ link, onDone, onRefused }: ChangePageProps) {
  const [slug, setSlug] = useState(link.slug);
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    queryKey: [slug, 'session-of-link'],
    queryFn: () => findSession(slug),
    gcTime: 0,
  });
  const signedIn = (opened: string) => (opened === slug ? void refetch() : setSlug(opened));
  if (error)
    return (
      <SignInFrame title={text.title}>
        <ProblemMessage error={error} />
      </SignInFrame>
    );
  if (session === undefined) return <PendingPage />;
  if (session === null) return <SignInFirst slug={slug} onSignedIn={signedIn} />;
  return (
    <SignInFrame title={text.title}>
      <p>{text.text(link.email)}</p>
      <ConfirmForm
        label={text.submit}
        send={() => confirmEmail(session, link.token)}
        onDone={({ email }) => onDone({ slug, email })}
        onRefused={onRefused}
      />
      <SignInLink slug={slug} />
    </SignInFrame>
  );
}

const confirmEmail = ({ client }: Session, token: string) =>
  client.post('/users/me/email/confirm', { body: { token } });

function SignInFirst({ slug, onSignedIn }: { slug: string; onSignedIn: (slug: string) => void }) {
  const { title, ...steps } = useSignInSteps();
  return (
    <SignInFrame title={title}>
      {!steps.challenge && <StatusMessage>{text.signInFirst}</StatusMessage>}
      <SignInForms {...steps} initialSlug={slug} onSignedIn={onSignedIn} />
    </SignInFrame>
  );
}
