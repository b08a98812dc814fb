import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { acceptInvitation } from '../../../api/accounts.ts';
import { PendingPage } from '../../pages/pending-page.tsx';
import { TextForm, TextInputs } from '../form/text-form.tsx';
import { type TextField, useTextForm } from '../form/use-text-form.ts';
import { SignInFrame } from '../sign-in-frame.tsx';
import { words } from '../words.ts';
import { forgetMailedLink, type MailedLink } from './mailed-link.ts';
import { SignInLink } from './page-links.tsx';
import { UnusableLink } from './unusable-link.tsx';
import { useMailedToken } from './use-mailed-token.ts';

const text = words.invitation;

type Name = 'first_name' | 'last_name' | 'password';

const nameField = { type: 'text', hint: text.nameHint, isOptional: true } as const;
const fields: readonly TextField<Name>[] = [
  { name: 'first_name', label: words.firstName, autoComplete: 'given-name', ...nameField },
  { name: 'last_name', label: words.lastName, autoComplete: 'family-name', ...nameField },
  {
    name: 'password',
    label: words.password,
    type: 'password',
    autoComplete: 'new-password',
    hint: words.passwordHint,
  },
];

/** Accepts an invitation with the link of its mail, then opens the organization. */
export function InvitationPage() {
  const { link, refusal, refuse } = useMailedToken('invitation');
  const [isAccepted, setAccepted] = useState(false);
  const navigate = useNavigate();
  const open = (slug: string | null) => {
    setAccepted(true);
    forgetMailedLink();
    void (slug === null ? navigate({ to: '/login' }) : navigate({ to: '/$slug', params: { slug } }));
  };
  if (link) return <AcceptPage key={link.token} link={link} onAccepted={open} onRefused={refuse} />;
  if (isAccepted) return <PendingPage />;
  return <UnusableLink refusal={refusal} next={text.next} />;
}

interface AcceptPageProps {
  link: MailedLink;
  onAccepted: (slug: string | null) => void;
  onRefused: (error: unknown) => void;
}

function AcceptPage({ link: { token, slug, email }, onAccepted, onRefused }: AcceptPageProps) {
  const form = useTextForm({
    fields,
    send: ({ password, first_name, last_name }) =>
      acceptInvitation({
        token,
        password,
        ...(first_name && { first_name }),
        ...(last_name && { last_name }),
      }),
    onDone: onAccepted,
    onRefused,
  });
  return (
    <SignInFrame title={text.title}>
      <p>{text.text(slug, email)}</p>
      <TextForm form={form} submit={text.submit} username={email}>
        <TextInputs form={form} fields={fields} />
      </TextForm>
      <SignInLink slug={slug} />
    </SignInFrame>
  );
}
