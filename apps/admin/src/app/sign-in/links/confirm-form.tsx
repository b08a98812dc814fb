import { TextForm } from '../form/text-form.tsx';
import { useTextForm } from '../form/use-text-form.ts';

interface ConfirmFormProps<Result> {
  label: string;
  send: () => Promise<Result>;
  onDone: (result: Result) => void;
  onRefused: (error: unknown) => void;
}

/** A button that uses a token: programs that open links in mails, such as virus scanners, must not use it. */
export function ConfirmForm<Result>({ label, ...options }: ConfirmFormProps<Result>) {
  const form = useTextForm<never, Result>({ fields: [], ...options });
  return <TextForm form={form} submit={label} />;
}
