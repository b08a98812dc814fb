import type { ReactNode } from 'react';
import { ErrorMessage } from '../../../kit/message.tsx';
import { SignInFrame } from '../sign-in-frame.tsx';
import { words } from '../words.ts';
import { SignInLink } from './page-links.tsx';

interface UnusableLinkProps {
  /** Null if the page was opened without a link. */
  refusal: string | null;
  slug?: string;
  /** The remedy. */
  next: string;
  children?: ReactNode;
}

/** Shown instead of a page whose link is missing, expired or used. */
export function UnusableLink({ refusal, slug, next, children }: UnusableLinkProps) {
  return (
    <SignInFrame title={words.unusable.title}>
      <ErrorMessage>{refusal ?? words.unusable.missing}</ErrorMessage>
      <p>{next}</p>
      {children}
      <SignInLink {...(slug && { slug })} />
    </SignInFrame>
  );
}
