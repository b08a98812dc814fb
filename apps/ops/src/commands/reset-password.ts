import { findAccounts, resetUserPassword } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { type Command, CommandError } from '../command.ts';

export const resetPassword: Command = {
  name: 'reset-password',
  summary: 'end a user’s password and sessions, and get a token for a new one',
  about: [
    'Make sure who asks. The user is told by mail; the token that is shown, once, lets them choose a password within',
    'a day. API keys and a second factor stay.',
  ],
  options: {
    email: { value: '<address>', description: 'the address they sign in with', isRequired: true },
    org: { value: '<slug>', description: 'their organization, where the address has accounts in several' },
  },
  prepare: async (operator, given) => {
    const email = textOption(given, 'email') ?? '';
    const accounts = await findAccounts(operator.platform, email, textOption(given, 'org'));
    const [account] = accounts;
    if (!account) throw new CommandError(`Nobody signs in as ${email}${given.org ? ` in ${given.org}` : ''}`);
    if (accounts.length > 1) {
      throw new CommandError(
        `${email} has several accounts: choose one with --org ${accounts.map((one) => one.slug).join(' or --org ')}`,
      );
    }
    if (account.is_service)
      throw new CommandError('It is a program, which signs in with API keys: rotate those');
    if (account.status !== 'active') {
      throw new CommandError(
        account.status === 'invited'
          ? 'The user has not accepted the invitation yet: an administrator of the organization can send it again'
          : `The user is ${account.status}: an administrator of the organization can change that`,
      );
    }
    return {
      lines: [
        `${account.email} of ${account.slug} (user ${account.user_id}): ${account.sessions} sessions would end`,
      ],
      data: { org: account.slug, user_id: account.user_id, sessions: account.sessions },
      change: {
        question: 'Reset the password?',
        act: async () => {
          const { token, sessions } = await resetUserPassword(operator, account);
          const confirm = `${operator.platform.config.PUBLIC_URL}/api/auth/password-reset/confirm`;
          return {
            lines: [
              `reset the password of ${account.email} of ${account.slug}; ended ${sessions} sessions`,
              `Shown this once: the user sends it with a new password to POST ${confirm} within a day:`,
              token,
            ],
            data: { org: account.slug, user_id: account.user_id, sessions, token, confirm_url: confirm },
          };
        },
      },
    };
  },
};
