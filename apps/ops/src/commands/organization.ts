import { findOrganizationBySlug, type Operator } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { CommandError, type OptionValues } from '../command.ts';

/** The organization that `--org` names; null when none was named. @throws Refused when there is none */
export async function organizationOption({ platform }: Operator, given: OptionValues) {
  const slug = textOption(given, 'org');
  if (slug === undefined) return null;
  const found = await findOrganizationBySlug(platform, slug);
  if (!found)
    throw new CommandError(`There is no organization ${slug}: --org is its slug, as people sign in with`);
  return found;
}
