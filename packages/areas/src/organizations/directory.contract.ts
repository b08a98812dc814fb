import { WebUrl } from '@wfp/shared/contract';
import { z } from 'zod';

export const addressKinds = ['headquarters', 'billing', 'shipping', 'branch'] as const;
export const contactKinds = ['general', 'support', 'billing', 'hr', 'press', 'emergency'] as const;

export const Phone = z
  .string()
  .trim()
  .max(40)
  .regex(
    /^\+?[0-9][0-9 ()./-]{3,}$/,
    'Must be a phone number: an optional +, a digit, then at least 3 digits, spaces or ( ) . / -',
  );

export const Url = WebUrl(2_048);

/** Not validated in responses: addresses stored by earlier releases may fail today's rules. */
export const ShownEmail = z.string().nullable();
