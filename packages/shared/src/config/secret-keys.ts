import { z } from 'zod';
import { seconds } from './numbers.ts';

/** Secrets, and the lifetimes of tokens that are signed with them. */
export const secretKeys = {
  JWT_SECRET: z
    .string()
    .min(32, 'Must have at least 32 random characters')
    .describe(
      'Signs access tokens and sessions of the queue dashboard: at least 32 characters of randomness. `npm start` ' +
        'generates one in `DATA_DIR`, except in production.',
    ),
  JWT_PREVIOUS_SECRETS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .refine((all) => all.every((one) => one.length >= 32), 'Each must have at least 32 characters')
    .describe(
      'Former values of `JWT_SECRET`, separated by commas; tokens signed with them are accepted until they expire. See ' +
        '[rotating the signing secret](../SECURITY.md#rotating-the-signing-secret).',
    ),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Must be 32 bytes in hexadecimal, for example from `openssl rand -hex 32`')
    .describe(
      'Encrypts stored secrets: 64 hexadecimal digits. `npm start` generates one in `DATA_DIR`, except in production.',
    ),
  ENCRYPTION_PREVIOUS_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .refine(
      (all) => all.every((one) => /^[0-9a-fA-F]{64}$/.test(one)),
      'Each must be 32 bytes in hexadecimal',
    )
    .describe(
      'Former values of `ENCRYPTION_KEY`, separated by commas; they only decrypt. See ' +
        '[rotating the encryption key](../SECURITY.md#rotating-the-encryption-key).',
    ),
  ACCESS_TOKEN_TTL: seconds(15 * 60).describe('Lifetime of an access token in seconds.'),
  REFRESH_TOKEN_TTL: seconds(30 * 24 * 3600).describe('Lifetime of a refresh token in seconds.'),
};
