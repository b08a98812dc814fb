import { createOrganization, findFreeOrganizationSlug, type Operator, parseFounding } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { type Command, CommandError, type OptionValues } from '../command.ts';

/** Reads and validates the options; derives slug and names that were not given. */
async function readFounding({ platform }: Operator, values: OptionValues) {
  const org_name = textOption(values, 'name') ?? '';
  const email = textOption(values, 'email') ?? '';
  const org_slug = textOption(values, 'slug') ?? (await findFreeOrganizationSlug(platform, org_name));
  if (!org_slug) throw new CommandError('All slugs derived from this name are taken; choose one with --slug');
  const [first_name = '', ...rest] = (
    textOption(values, 'owner') ?? email.slice(0, email.indexOf('@'))
  ).split(/\s+/);
  return parseFounding({ org_name, org_slug, email, first_name, last_name: rest.join(' ') });
}

export const createOrg: Command = {
  name: 'create-org',
  summary: 'create an organization and its owner',
  about: [
    'The organization counts as verified. No mail is sent: pass the token, which is shown only once, to the owner, who',
    'chooses a password with it within seven days.',
  ],
  options: {
    name: { value: '<text>', description: 'name of the organization', isRequired: true },
    email: { value: '<address>', description: 'email address of the owner', isRequired: true },
    slug: { value: '<slug>', description: 'slug for sign-in; default: derived from the name' },
    owner: {
      value: '<name>',
      description: 'first and last name of the owner; default: the local part of the address',
    },
  },
  prepare: async (operator, values) => {
    const founding = await readFounding(operator, values);
    return {
      lines: [`organization ${founding.org_name} (${founding.org_slug}), owner ${founding.email}`],
      data: { slug: founding.org_slug, email: founding.email },
      change: {
        question: 'Create the organization?',
        apply: async () => {
          const { org_id, user_id, token, link } = await createOrganization(operator, founding);
          const accept = `${operator.platform.config.PUBLIC_URL}/api/auth/invitation/accept`;
          return {
            lines: [
              `created organization ${org_id} (${founding.org_slug}) with owner ${user_id} (${founding.email})`,
              `Token (shown only once). The owner sends it with a password to POST ${accept} within 7 days:`,
              token,
              ...(link ? ['Or the owner opens this page:', link] : []),
            ],
            data: {
              org_id,
              user_id,
              slug: founding.org_slug,
              email: founding.email,
              token,
              accept_url: accept,
              link,
            },
          };
        },
      },
    };
  },
};
