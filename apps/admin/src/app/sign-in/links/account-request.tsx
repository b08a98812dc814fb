import { useState } from 'react';
import { StatusMessage } from '../../../kit/message.tsx';
import { TextForm, TextInputs } from '../form/text-form.tsx';
import { type TextField, useTextForm } from '../form/use-text-form.ts';
import { words } from '../words.ts';

const fields: readonly TextField<'org_slug' | 'email'>[] = [
  { name: 'org_slug', label: words.organization, type: 'text', autoComplete: 'organization' },
  { name: 'email', label: words.email, type: 'email', autoComplete: 'username' },
];

interface AccountRequestProps {
  initialSlug: string;
  send: (account: { org_slug: string; email: string }) => Promise<unknown>;
  sent: string;
}

/** A form that requests a mail for an account. The response does not reveal whether the account exists. */
export function AccountRequest({ initialSlug, send, sent }: AccountRequestProps) {
  const [isSent, setSent] = useState(false);
  const form = useTextForm({
    fields,
    initial: { org_slug: initialSlug },
    send: (values) => send({ ...values, org_slug: values.org_slug.toLowerCase() }),
    onDone: () => setSent(true),
  });
  if (isSent) return <StatusMessage>{sent}</StatusMessage>;
  return (
    <TextForm form={form} submit={words.reset.request.submit}>
      <TextInputs form={form} fields={fields} />
    </TextForm>
  );
}
