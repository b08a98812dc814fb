import { Link } from '@tanstack/react-router';
import { ApiError } from '@wfp/client';
import { signIn } from '../../api/session/session.ts';
import { ErrorMessage } from '../../kit/message.tsx';
import styles from '../main-page.module.css';
import { words } from '../words.ts';
import { TextForm, TextInputs } from './form/text-form.tsx';
import { type TextField, useTextForm } from './form/use-text-form.ts';

interface PasswordFormProps {
  initialSlug: string;
  onSignedIn: (slug: string) => void;
  onChallenge: (slug: string, mfa_token: string) => void;
}

type Name = 'org_slug' | 'email' | 'password';

const fields: readonly TextField<Name>[] = [
  {
    name: 'org_slug',
    label: words.signIn.organization,
    type: 'text',
    autoComplete: 'organization',
    hint: words.signIn.organizationHint,
  },
  { name: 'email', label: words.signIn.email, type: 'email', autoComplete: 'username' },
  { name: 'password', label: words.signIn.password, type: 'password', autoComplete: 'current-password' },
];

export function PasswordForm({ initialSlug, onSignedIn, onChallenge }: PasswordFormProps) {
  const form = useTextForm({
    fields,
    initial: { org_slug: initialSlug },
    send: async (values) => {
      const org_slug = values.org_slug.toLowerCase();
      return { org_slug, step: await signIn({ ...values, org_slug }) };
    },
    onDone: ({ org_slug, step }) =>
      'session' in step ? onSignedIn(org_slug) : onChallenge(org_slug, step.mfa_token),
  });
  const organization = form.values.org_slug.trim().toLowerCase();
  const search = organization ? { organization } : {};
  const isExpired = form.error instanceof ApiError && form.error.reason === 'password_expired';
  return (
    <>
      <TextForm
        form={form}
        submit={words.signIn.submit}
        problem={isExpired ? <ErrorMessage>{words.signIn.expired}</ErrorMessage> : undefined}
      >
        <TextInputs form={form} fields={fields} />
      </TextForm>
      <p className={styles.actions}>
        <Link to="/auth/password-reset" search={search}>
          {isExpired ? words.signIn.reset : words.signIn.forgot}
        </Link>
        <Link to="/signup">{words.signIn.signUp}</Link>
      </p>
    </>
  );
}
