import { useState } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { TextForm, TextInputs } from '../sign-in/form/text-form.tsx';
import { type TextField, useTextForm } from '../sign-in/form/use-text-form.ts';
import styles from './profile.module.css';
import { words } from './words.ts';

const text = words.email;

const fields: readonly TextField<'email' | 'password'>[] = [
  { name: 'email', label: text.email, type: 'email', autoComplete: 'email' },
  { name: 'password', label: text.password, type: 'password', autoComplete: 'current-password' },
];

/** Requests a change of the address with which the user signs in. */
export function EmailSection({ me }: { me: { email: string } }) {
  const { session } = useOrganization();
  const [isSent, setIsSent] = useState(false);
  const form = useTextForm({
    fields,
    send: (body) => session.client.post('/users/me/email', { body }),
    onDone: () => setIsSent(true),
  });
  return (
    <section className={styles.section} aria-label={text.title}>
      <h2>{text.title}</h2>
      <p>{text.text(me.email)}</p>
      {isSent ? (
        <StatusMessage>{text.sent}</StatusMessage>
      ) : (
        <TextForm form={form} submit={text.submit}>
          <TextInputs form={form} fields={fields} />
        </TextForm>
      )}
    </section>
  );
}
