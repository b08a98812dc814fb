import type { Config } from '../config/config.ts';

/** The encryption keys of an installation: the current one encrypts, all of them decrypt. */
export type EncryptionKeys = readonly [current: string, ...previous: string[]];

export function encryptionKeys({ ENCRYPTION_KEY, ENCRYPTION_PREVIOUS_KEYS }: Config): EncryptionKeys {
  return [ENCRYPTION_KEY, ...ENCRYPTION_PREVIOUS_KEYS];
}
