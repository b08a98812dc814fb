/** The search parameters of the sign-in page. */
export interface SignInSearch {
  /** The slug of the organization to sign in to. */
  organization?: string;
  /** The path to open afterwards. */
  to?: string;
  /** Set if the user was signed in until now. */
  ended?: 'true';
}

export function parseSignInSearch(given: Record<string, unknown>): SignInSearch {
  return {
    ...(typeof given.organization === 'string' && { organization: given.organization }),
    ...(typeof given.to === 'string' && { to: given.to }),
    ...(given.ended === 'true' && { ended: 'true' as const }),
  };
}

/** The path to open after signing in: only one of the organization, since a link to this page may contain any. */
export function targetOf(slug: string, to: string | undefined): string {
  const home = `/${slug}`;
  return to === home || to?.startsWith(`${home}/`) || to?.startsWith(`${home}?`) ? to : home;
}
