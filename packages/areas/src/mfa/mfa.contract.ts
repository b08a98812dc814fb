import { Id, Line, named, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const Password = z.string().min(1).max(1_000);
const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Must be six digits');

const Method = z.object({
  id: Id,
  kind: z.literal('totp'),
  label: z.string(),
  confirmed_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});

export const Mfa = z.object({
  is_on: z.boolean(),
  methods: z.array(Method),
  recovery_codes_left: z.int().nonnegative(),
  mfa_at: Timestamp.nullable().meta({
    description: 'Time at which this session last verified a second factor',
  }),
});

export const BeginTotp = z.strictObject({ label: Line(100).default('Authenticator app') });
export type BeginTotp = z.output<typeof BeginTotp>;

export const TotpEnrolment = z.object({
  method_id: Id,
  secret: z.string(),
  otpauth_url: z.string().meta({ description: 'The content of the QR code for an authenticator app' }),
});

export const CodeBody = z.strictObject({ code: Code });
named('MfaCode', CodeBody);
export type CodeBody = z.output<typeof CodeBody>;

export const Proof = z.strictObject({ password: Password, code: Code });
named('MfaProof', Proof);
export type Proof = z.output<typeof Proof>;

export const RecoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .meta({ description: 'Shown only once; empty when an additional second factor is confirmed' }),
});
named('RecoveryCodes', RecoveryCodes);

export const StepUpResult = z.object({ mfa_at: Timestamp });

export const VerifyMfa = z
  .strictObject({
    mfa_token: z.string().min(1).max(200),
    code: Code.optional(),
    recovery_code: z.string().min(1).max(50).optional(),
  })
  .refine((body) => (body.code === undefined) !== (body.recovery_code === undefined), {
    path: ['code'],
    message: 'Send either code or recovery_code',
  });
export type VerifyMfa = z.output<typeof VerifyMfa>;
