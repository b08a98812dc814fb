import { createHmac, randomBytes } from 'node:crypto';

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const length = 16;
const codesPerSet = 10;

/** Ten codes of sixteen letters and digits each (79 bits), in groups of four, without characters that look alike. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesPerSet }, newCode);
}

function newCode(): string {
  let code = '';
  while (code.length < length) {
    // Bytes beyond a multiple of the alphabet's length would favour its first letters.
    for (const byte of randomBytes(length)) {
      if (byte < alphabet.length * 8 && code.length < length) code += alphabet[byte % alphabet.length];
    }
  }
  return code.replace(/.{4}(?!$)/g, '$&-');
}

/** The stored hash of a code, keyed so that the database alone does not reveal it. Ignores spaces, dashes and case. */
export function recoveryCodeHash(encryptionKey: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHmac('sha256', Buffer.from(encryptionKey, 'hex')).update(`recovery:${plain}`).digest();
}
