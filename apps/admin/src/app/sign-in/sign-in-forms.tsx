import { useState } from 'react';
import { words } from '../words.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** A sign-in that requires a second factor. */
export interface Challenge {
  slug: string;
  mfa_token: string;
}

/** The steps of a sign-in: the password, then the second factor if there is one. */
export function useSignInSteps() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  return { challenge, setChallenge, title: challenge ? words.secondFactor.title : words.signIn.title };
}

interface SignInFormsProps extends Pick<ReturnType<typeof useSignInSteps>, 'challenge' | 'setChallenge'> {
  initialSlug: string;
  onSignedIn: (slug: string) => void;
}

export function SignInForms({ challenge, setChallenge, initialSlug, onSignedIn }: SignInFormsProps) {
  if (challenge)
    return (
      <SecondFactorForm
        {...challenge}
        onSignedIn={() => onSignedIn(challenge.slug)}
        onBack={() => setChallenge(null)}
      />
    );
  return (
    <PasswordForm
      initialSlug={initialSlug}
      onSignedIn={onSignedIn}
      onChallenge={(slug, mfa_token) => setChallenge({ slug, mfa_token })}
    />
  );
}
