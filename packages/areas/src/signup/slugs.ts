import { OrgSlug } from '../organizations/index.ts';

/** The nearest slug to what somebody typed: lower case, accents gone, single hyphens. */
export function organizationSlugFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 36)
    .replace(/^-+|-+$/g, '');
}

/** Slugs to try in the place of one that is taken or none: itself first, then with a number. */
export function listSlugCandidates(text: string): string[] {
  const base = organizationSlugFrom(text) || 'team';
  return [base, ...Array.from({ length: 20 }, (_, index) => `${base}-${index + 2}`)].filter(
    (slug) => OrgSlug.safeParse(slug).success,
  );
}
