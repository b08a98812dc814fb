import { useState } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { TextForm, TextInputs } from '../sign-in/form/text-form.tsx';
import { type TextField, useTextForm } from '../sign-in/form/use-text-form.ts';
import styles from './profile.module.css';
import { words } from './words.ts';

const text = words.password;

const fields: readonly TextField<'current_password' | 'new_password'>[] = [
  { name: 'current_password', label: text.current, type: 'password', autoComplete: 'current-password' },
  { name: 'new_password', label: text.next, type: 'password', autoComplete: 'new-password', hint: text.hint },
];

/** Changes the password of the user. */
export function PasswordSection({ me }: { me: { email: string } }) {
  const [version, setVersion] = useState(0);
  return (
    <section className={styles.section} aria-label={text.title}>
      <h2>{text.title}</h2>
      <PasswordForm key={version} email={me.email} onDone={() => setVersion(version + 1)} />
      {version > 0 && <StatusMessage>{text.done}</StatusMessage>}
    </section>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { session } = useOrganization();
  const form = useTextForm({
    fields,
    send: (body) => session.client.post('/auth/password', { body }),
    onDone,
  });
  return (
    <TextForm form={form} submit={text.submit} username={email}>
      <TextInputs form={form} fields={fields} />
    </TextForm>
  );
}
