import type { Config } from '../config/config.ts';

/** The keys of an installation: the one that seals, and those that sealed before and still open. */
export type EncryptionKeys = readonly [current: string, ...previous: string[]];

/** The keys in hexadecimal, the current one first. */
export function encryptionKeys({ ENCRYPTION_KEY, ENCRYPTION_PREVIOUS_KEYS }: Config): EncryptionKeys {
  return [ENCRYPTION_KEY, ...ENCRYPTION_PREVIOUS_KEYS];
}
