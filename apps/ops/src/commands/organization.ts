import { findOrganization, type Operator } from '@wfp/areas';
import { textOf } from '../arguments.ts';
import { type Given, Refused } from '../command.ts';

/** The organization that `--org` names; null when none was named. @throws Refused when there is none */
export async function organizationOf({ platform }: Operator, given: Given) {
  const slug = textOf(given, 'org');
  if (slug === undefined) return null;
  const found = await findOrganization(platform, slug);
  if (!found)
    throw new Refused(`There is no organization ${slug}: --org is its slug, as people sign in with`);
  return found;
}
