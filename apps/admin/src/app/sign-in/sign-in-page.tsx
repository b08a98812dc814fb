import { useRouter } from '@tanstack/react-router';
import { rememberedSlug } from '../../api/session/remembered.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { words } from '../words.ts';
import { SignInForms, useSignInSteps } from './sign-in-forms.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { type SignInSearch, targetOf } from './sign-in-search.ts';

/** Signs in to an organization, then opens the page that required it. */
export function SignInPage({ organization, to, ended }: SignInSearch) {
  const router = useRouter();
  const { title, ...steps } = useSignInSteps();
  return (
    <SignInFrame title={title}>
      {ended && !steps.challenge && <StatusMessage>{words.signIn.ended}</StatusMessage>}
      <SignInForms
        {...steps}
        initialSlug={organization ?? rememberedSlug() ?? ''}
        onSignedIn={(slug) => router.history.push(targetOf(slug, to))}
      />
    </SignInFrame>
  );
}
