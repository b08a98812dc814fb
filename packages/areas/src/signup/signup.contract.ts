import { Email, Line } from '@wfp/shared/contract';
import { z } from 'zod';
import { NewPassword } from '../auth/index.ts';
import { OrgSlug } from '../organizations/index.ts';

export const SignupBody = z.strictObject({
  org_name: Line(100),
  org_slug: OrgSlug,
  email: Email,
  password: NewPassword,
  first_name: Line(100),
  last_name: Line(100),
});
export type SignupBody = z.output<typeof SignupBody>;

export const SlugParams = z.strictObject({ slug: z.string().max(100) });

export const SlugAvailability = z.object({
  available: z.boolean(),
  suggestion: z
    .string()
    .nullable()
    .meta({ description: 'A similar slug that is available; null if the requested slug is available' }),
});

export const VerifySignup = z.strictObject({ token: z.string().min(1).max(200) });
export type VerifySignup = z.output<typeof VerifySignup>;

export const Verified = z.object({ verified: z.literal(true) });

export const ResendVerification = z.strictObject({
  email: Email,
  org_slug: z.string().trim().toLowerCase().min(1).max(100),
});
export type ResendVerification = z.output<typeof ResendVerification>;
