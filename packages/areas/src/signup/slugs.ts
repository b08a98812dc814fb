import { OrgSlug } from '../organizations/index.ts';

/** Derives a slug: lower case, without accents, with single hyphens. */
export function organizationSlugFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 36)
    .replace(/^-+|-+$/g, '');
}

/** Returns valid slugs to try: the derived one, then with the suffixes -2 to -21. */
export function listSlugCandidates(text: string): string[] {
  const base = organizationSlugFrom(text) || 'team';
  return [base, ...Array.from({ length: 20 }, (_, index) => `${base}-${index + 2}`)].filter(
    (slug) => OrgSlug.safeParse(slug).success,
  );
}
