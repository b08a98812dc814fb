import { useState } from 'react';
import { confirmSignup, resendConfirmation } from '../../../api/accounts.ts';
import { rememberedSlug } from '../../../api/session/remembered.ts';
import { StatusMessage } from '../../../kit/message.tsx';
import { SignInFrame } from '../sign-in-frame.tsx';
import { words } from '../words.ts';
import { AccountRequest } from './account-request.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { forgetMailedLink } from './mailed-link.ts';
import { OpenLink, SignInLink } from './page-links.tsx';
import { UnusableLink } from './unusable-link.tsx';
import { useMailedToken } from './use-mailed-token.ts';

const text = words.verify;

/** Confirms the address of a founder or an owner, which verifies the organization. */
export function VerifyPage() {
  const { link, refusal, refuse } = useMailedToken('verify');
  const [verified, setVerified] = useState<string | null>(null);
  if (link)
    return (
      <SignInFrame title={text.title}>
        <p>{text.text(link.email, link.slug)}</p>
        <ConfirmForm
          key={link.token}
          label={text.submit}
          send={() => confirmSignup(link.token)}
          onDone={() => {
            setVerified(link.slug);
            forgetMailedLink();
          }}
          onRefused={refuse}
        />
        <SignInLink slug={link.slug} />
      </SignInFrame>
    );
  if (verified !== null && refusal === null)
    return (
      <SignInFrame title={text.doneTitle}>
        <StatusMessage>{text.done(verified)}</StatusMessage>
        <OpenLink slug={verified} />
      </SignInFrame>
    );
  return (
    <UnusableLink refusal={refusal} next={text.again}>
      <AccountRequest initialSlug={rememberedSlug() ?? ''} send={resendConfirmation} sent={text.sent} />
    </UnusableLink>
  );
}
