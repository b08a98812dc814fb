import { createHmac, randomBytes } from 'node:crypto';

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const length = 16;
const codesPerSet = 10;

/** A set of codes: sixteen letters and digits each (79 bits), in groups of four, without those that look alike. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesPerSet }, newCode);
}

function newCode(): string {
  let code = '';
  while (code.length < length) {
    // Bytes beyond a multiple of the alphabet would make its first letters likelier.
    for (const byte of randomBytes(length)) {
      if (byte < alphabet.length * 8 && code.length < length) code += alphabet[byte % alphabet.length];
    }
  }
  return code.replace(/.{4}(?!$)/g, '$&-');
}

/** What is stored of a code: keyed, so that the database alone does not give it away. Dashes and case do not count. */
export function recoveryCodeHash(encryptionKey: string, code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHmac('sha256', Buffer.from(encryptionKey, 'hex')).update(`recovery:${plain}`).digest();
}
