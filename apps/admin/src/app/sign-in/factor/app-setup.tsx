import { hasStatus } from '../../../api/errors.ts';
import { useOrganization } from '../../../api/session/session-context.ts';
import { Qr } from '../../../kit/secrets/qr.tsx';
import { TextForm, TextInputs } from '../form/text-form.tsx';
import { type TextField, useTextForm } from '../form/use-text-form.ts';
import { words } from '../words.ts';
import styles from './app-setup.module.css';

const text = words.factor;

export interface Enrolment {
  method_id: number;
  secret: string;
  otpauth_url: string;
}

interface AppSetupProps {
  enrolment: Enrolment;
  /** Takes the recovery codes; none if the response was lost and repeated, because responses are stored without secrets. */
  onConfirmed: (codes: readonly string[]) => void;
  /** Called when the service no longer knows the enrolment. */
  onExpired: () => void;
}

const fields: readonly TextField<'code'>[] = [
  {
    name: 'code',
    label: text.code,
    type: 'text',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    hint: text.codeHint,
  },
];

/** The key of an authenticator app, as QR code and as text, and the field for its first code. */
export function AppSetup({ enrolment, onConfirmed, onExpired }: AppSetupProps) {
  const { method_id, secret, otpauth_url } = enrolment;
  const { session } = useOrganization();
  const form = useTextForm({
    fields,
    send: ({ code }) =>
      session.client.post('/mfa/totp/{id}/confirm', {
        params: { path: { id: method_id } },
        body: { code: code.replace(/\s/g, '') },
      }),
    onDone: ({ recovery_codes }) => onConfirmed(recovery_codes ?? []),
    onRefused: (error) => hasStatus(error, 404) && onExpired(),
  });
  return (
    <>
      <p>{text.scan}</p>
      <Qr text={otpauth_url} label={text.qr} />
      <p>
        {text.key} <code className={styles.key}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <p>
        <a href={otpauth_url}>{text.open}</a>
      </p>
      <TextForm form={form} submit={text.submit}>
        <TextInputs form={form} fields={fields} />
      </TextForm>
    </>
  );
}
