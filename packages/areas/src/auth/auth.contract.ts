import { Email, Id } from '@wfp/shared/contract';
import { z } from 'zod';

export const LoginBody = z.strictObject({
  email: Email,
  password: z.string().min(1).max(1_000),
  org_slug: z.string().trim().toLowerCase().min(1).max(100),
});
export type LoginBody = z.output<typeof LoginBody>;

export const RefreshBody = z.strictObject({ refresh_token: z.string().min(1).max(200) });

/** A password somebody chooses. Any character counts; the lower bound is what makes it strong. */
export const NewPassword = z.string().min(12, 'Needs at least 12 characters').max(128);

export const LoginResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int().meta({ description: 'Seconds until the access token expires' }),
  user: z.object({ id: Id, org_id: Id, org_name: z.string(), email: z.string() }),
});
export type LoginResponse = z.output<typeof LoginResponse>;
