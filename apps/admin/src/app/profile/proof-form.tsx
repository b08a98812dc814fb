import { TextForm, TextInputs } from '../sign-in/form/text-form.tsx';
import { type TextField, useTextForm } from '../sign-in/form/use-text-form.ts';
import { words } from './words.ts';

const text = words.factors;

export const codeField: TextField<'code'> = {
  name: 'code',
  label: text.code,
  type: 'text',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
};

const fields: readonly TextField<'password' | 'code'>[] = [
  { name: 'password', label: text.password, type: 'password', autoComplete: 'current-password' },
  codeField,
];

interface ProofFormProps<Result> {
  email: string;
  submit: string;
  send: (proof: { password: string; code: string }) => Promise<Result>;
  onDone: (result: Result) => void;
}

/** A request that requires the password and a code of a second factor. */
export function ProofForm<Result>({ email, submit, send, onDone }: ProofFormProps<Result>) {
  const form = useTextForm({ fields, send, onDone });
  return (
    <TextForm form={form} submit={submit} username={email}>
      <TextInputs form={form} fields={fields} />
    </TextForm>
  );
}
