import type { Recording } from '@wfp/shared/db';

export const invitedAgain: Recording = { event: 'user.invited', action: 'invite' };
