import { useState } from 'react';
import { requestPasswordReset, resetPassword } from '../../../api/accounts.ts';
import { rememberedSlug } from '../../../api/session/remembered.ts';
import { StatusMessage } from '../../../kit/message.tsx';
import { TextForm, TextInputs } from '../form/text-form.tsx';
import { type TextField, useTextForm } from '../form/use-text-form.ts';
import { SignInFrame } from '../sign-in-frame.tsx';
import type { SignInSearch } from '../sign-in-search.ts';
import { words } from '../words.ts';
import { AccountRequest } from './account-request.tsx';
import { forgetMailedLink, type MailedLink } from './mailed-link.ts';
import { SignInLink } from './page-links.tsx';
import { UnusableLink } from './unusable-link.tsx';
import { useMailedToken } from './use-mailed-token.ts';

const text = words.reset;

/** Requests the mail for a new password; with the link of this mail, sets the password. */
export function PasswordResetPage({ organization }: SignInSearch) {
  const { link, refusal, refuse } = useMailedToken('password-reset');
  const [changed, setChanged] = useState<string | null>(null);
  const request = (
    <AccountRequest
      initialSlug={organization ?? rememberedSlug() ?? ''}
      send={requestPasswordReset}
      sent={text.request.sent}
    />
  );
  if (link) return <NewPasswordPage key={link.token} link={link} onDone={setChanged} onRefused={refuse} />;
  if (refusal)
    return (
      <UnusableLink refusal={refusal} next={text.again}>
        {request}
      </UnusableLink>
    );
  if (changed !== null)
    return (
      <SignInFrame title={text.doneTitle}>
        <StatusMessage>{text.done}</StatusMessage>
        <SignInLink slug={changed}>{text.signIn}</SignInLink>
      </SignInFrame>
    );
  return (
    <SignInFrame title={text.request.title}>
      <p>{text.request.text}</p>
      {request}
      <SignInLink />
    </SignInFrame>
  );
}

interface NewPasswordPageProps {
  link: MailedLink;
  onDone: (slug: string) => void;
  onRefused: (error: unknown) => void;
}

const fields: readonly TextField<'new_password'>[] = [
  {
    name: 'new_password',
    label: words.newPassword,
    type: 'password',
    autoComplete: 'new-password',
    hint: words.passwordHint,
  },
];

function NewPasswordPage({ link: { token, slug, email }, onDone, onRefused }: NewPasswordPageProps) {
  const form = useTextForm({
    fields,
    send: ({ new_password }) => resetPassword({ token, new_password }),
    onDone: () => {
      onDone(slug);
      forgetMailedLink();
    },
    onRefused,
  });
  return (
    <SignInFrame title={text.title}>
      <p>{text.text(email, slug)}</p>
      <TextForm form={form} submit={text.submit} username={email}>
        <TextInputs form={form} fields={fields} />
      </TextForm>
      <SignInLink slug={slug} />
    </SignInFrame>
  );
}
