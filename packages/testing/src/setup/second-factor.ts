import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { TOTP } from 'otpauth';
import type { Client, TestService } from '../index.ts';

const { sql } = Prisma;

const stepMs = 30_000;

/** The code of an authenticator app now, or some steps from now. */
export const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs });

/** Six digits that are no code of an authenticator app now. */
export function wrongCode(secret: string): string {
  const right = new Set([-1, 0, 1].map((steps) => totpCode(secret, steps)));
  return ['000000', '111111', '222222', '333333'].find((one) => !right.has(one)) ?? '444444';
}

export interface EnrolledUser {
  user: Client;
  id: number;
  secret: string;
  recovery_codes: string[];
}

/** Gives a user an authenticator app, none of whose codes counts as used: time does not pass in a test. */
export async function enrol({ platform }: TestService, user: Client): Promise<EnrolledUser> {
  const { method_id, secret } = (await user.call('POST', '/mfa/totp', {})).body;
  const confirmed = await user.call('POST', `/mfa/totp/${method_id}/confirm`, { code: totpCode(secret) });
  if (confirmed.status !== 200) throw new Error(`Enrolment failed with ${confirmed.status}`);
  await executeOperational(
    platform,
    sql`update mfa_methods set last_step = null where user_id = ${user.user.id} returning id`,
  );
  return { user, id: method_id, secret, recovery_codes: confirmed.body.recovery_codes };
}
