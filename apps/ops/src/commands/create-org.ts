import { createOrganization, findFreeOrganizationSlug, type Operator, parseFounding } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { type Command, CommandError, type OptionValues } from '../command.ts';

/** What was asked for, with what follows from it. */
async function readFounding({ platform }: Operator, given: OptionValues) {
  const org_name = textOption(given, 'name') ?? '';
  const email = textOption(given, 'email') ?? '';
  const org_slug = textOption(given, 'slug') ?? (await findFreeOrganizationSlug(platform, org_name));
  if (!org_slug) throw new CommandError('Every slug like that name is taken: choose one with --slug');
  const [first_name = '', ...rest] = (textOption(given, 'owner') ?? email.slice(0, email.indexOf('@'))).split(
    /\s+/,
  );
  return { ...parseFounding({ org_name, org_slug, email }), first_name, last_name: rest.join(' ') };
}

export const createOrg: Command = {
  name: 'create-org',
  summary: 'make an organization and its owner',
  about: [
    'The organization counts as verified. Nobody is mailed: the token that is shown, once, lets the owner choose a',
    'password within seven days.',
  ],
  options: {
    name: { value: '<text>', description: 'the name of the organization', isRequired: true },
    email: { value: '<address>', description: 'the address of its owner', isRequired: true },
    slug: { value: '<slug>', description: 'what people sign in with; made from the name when left out' },
    owner: {
      value: '<name>',
      description: 'first and last name of the owner; until they say so, what the address begins with',
    },
  },
  prepare: async (operator, given) => {
    const asked = await readFounding(operator, given);
    return {
      lines: [`organization ${asked.org_name} (${asked.org_slug}), owner ${asked.email}`],
      data: { slug: asked.org_slug, email: asked.email },
      change: {
        question: 'Make it?',
        act: async () => {
          const { org_id, user_id, token } = await createOrganization(operator, asked);
          const accept = `${operator.platform.config.PUBLIC_URL}/api/auth/invitation/accept`;
          return {
            lines: [
              `made organization ${org_id} (${asked.org_slug}) with owner ${user_id} (${asked.email})`,
              `Shown this once: the owner sends it with a password to POST ${accept} within 7 days:`,
              token,
            ],
            data: { org_id, user_id, slug: asked.org_slug, email: asked.email, token, accept_url: accept },
          };
        },
      },
    };
  },
};
