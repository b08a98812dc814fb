import { findOrganizationBySlug, type Operator } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { CommandError, type OptionValues, UsageError } from '../command.ts';

/** Returns the organization of `--org`, which the command requires. @throws CommandError if it does not exist */
export async function requireOrganization(operator: Operator, values: OptionValues) {
  const found = await findOrganizationOption(operator, values);
  if (!found) throw new UsageError('--org is required');
  return found;
}

/** Returns the organization of `--org`; null if the option is not given. @throws CommandError if it does not exist */
export async function findOrganizationOption({ platform }: Operator, values: OptionValues) {
  const slug = textOption(values, 'org');
  if (slug === undefined) return null;
  const found = await findOrganizationBySlug(platform, slug);
  if (!found) throw new CommandError(`No organization has the slug ${slug} (--org)`);
  return found;
}
