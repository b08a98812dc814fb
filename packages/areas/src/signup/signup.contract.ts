import { Email, Line } from '@wfp/shared/contract';
import { z } from 'zod';
import { NewPassword } from '../auth/index.ts';

/** Names that would mislead people or collide with addresses of the service itself. */
const reserved = new Set([
  'admin',
  'administrator',
  'api',
  'app',
  'assets',
  'auth',
  'blog',
  'demo-api',
  'docs',
  'help',
  'login',
  'mail',
  'public',
  'root',
  'signup',
  'static',
  'status',
  'support',
  'system',
  'www',
]);

export const OrgSlug = z
  .string()
  .min(3)
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be a-z, 0-9 and single hyphens between them')
  .refine((slug) => !reserved.has(slug), 'Is reserved');

export const SignupBody = z.strictObject({
  org_name: Line(100),
  org_slug: OrgSlug,
  email: Email,
  password: NewPassword,
  first_name: Line(100),
  last_name: Line(100),
});
export type SignupBody = z.output<typeof SignupBody>;
