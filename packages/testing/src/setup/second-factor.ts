import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { TOTP } from 'otpauth';
import type { Client, TestService } from '../index.ts';

const { sql } = Prisma;

const stepMs = 30_000;

/** Returns the current TOTP code, or the one `steps` intervals from now. */
export const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs });

/** Returns six digits that are not a valid TOTP code now. */
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

/** Enrols a user in TOTP. Clears the last used code, so that a test can use the same code again. */
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
