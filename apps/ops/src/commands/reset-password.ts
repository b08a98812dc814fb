import { findAccounts, resetUserPassword } from '@wfp/areas';
import { textOption } from '../arguments.ts';
import { type Command, CommandError } from '../command.ts';

export const resetPassword: Command = {
  name: 'reset-password',
  summary: 'reset a user’s password and end their sessions',
  about: [
    'Verify the identity of the requester first. The user is notified by mail. Pass the token, which is shown only once, to',
    'the user, who chooses a new password with it within a day. API keys and the second factor are kept.',
  ],
  options: {
    email: { value: '<address>', description: 'email address of the user', isRequired: true },
    org: { value: '<slug>', description: 'organization; required if the address has accounts in several' },
  },
  prepare: async (operator, values) => {
    const email = textOption(values, 'email') ?? '';
    const accounts = await findAccounts(operator.platform, email, textOption(values, 'org'));
    const [account] = accounts;
    if (!account)
      throw new CommandError(`No user has the address ${email}${values.org ? ` in ${values.org}` : ''}`);
    if (accounts.length > 1) {
      throw new CommandError(
        `${email} has several accounts: choose one with --org ${accounts.map((one) => one.slug).join(' or --org ')}`,
      );
    }
    if (account.is_service)
      throw new CommandError('This is a service user, which signs in with API keys: rotate those');
    if (account.status !== 'active') {
      throw new CommandError(
        account.status === 'invited'
          ? 'The user has not accepted the invitation yet: an administrator of the organization can send it again'
          : `The user is ${account.status}: an administrator of the organization can change that`,
      );
    }
    return {
      lines: [
        `${account.email} of ${account.slug} (user ${account.user_id}): ${account.sessions} sessions will be ended`,
      ],
      data: { org: account.slug, user_id: account.user_id, sessions: account.sessions },
      change: {
        question: 'Reset the password?',
        apply: async () => {
          const { token, sessions, link } = await resetUserPassword(operator, account);
          const confirm = `${operator.platform.config.PUBLIC_URL}/api/auth/password-reset/confirm`;
          return {
            lines: [
              `reset the password of ${account.email} of ${account.slug}; ended ${sessions} sessions`,
              `Token (shown only once). The user sends it with a new password to POST ${confirm} within a day:`,
              token,
              ...(link ? ['Or the user opens this page:', link] : []),
            ],
            data: {
              org: account.slug,
              user_id: account.user_id,
              sessions,
              token,
              confirm_url: confirm,
              link,
            },
          };
        },
      },
    };
  },
};
