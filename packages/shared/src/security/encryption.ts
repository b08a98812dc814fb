import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { EncryptionKeys } from './encryption-keys.ts';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a secret that must be read again (AES-256-GCM): one version byte, nonce, tag, ciphertext.
 *
 * @param keyHex 32 bytes in hexadecimal
 * @param context authenticated but not stored, so that a value copied to a place with another context, such as another
 *   organization, cannot be decrypted
 */
export function encryptSecret(keyHex: string, context: string, text: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(keyHex, 'hex'), nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]);
}

/**
 * Decrypts a value of {@link encryptSecret} with any of the keys. Values do not name their key, so that processes of an
 * older release can read them too.
 *
 * @throws Error if no key matches, or the context or a byte differs
 */
export function decryptSecret(keys: EncryptionKeys, context: string, encrypted: Uint8Array): string {
  return decryptWithAny(keys, context, encrypted).text;
}

/** Like {@link decryptSecret}; `isCurrent` is true if the current key matched. */
export function decryptWithAny(
  keys: EncryptionKeys,
  context: string,
  encrypted: Uint8Array,
): { text: string; isCurrent: boolean } {
  for (const [index, key] of keys.entries()) {
    try {
      return { text: decryptWith(key, context, encrypted), isCurrent: index === 0 };
    } catch (error) {
      if (index === keys.length - 1) throw error;
    }
  }
  throw new Error('No encryption key');
}

function decryptWith(keyHex: string, context: string, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted);
  if (bytes[0] !== version) throw new Error('Unknown version of an encrypted value');
  const nonce = bytes.subarray(1, 1 + nonceBytes);
  const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(keyHex, 'hex'), nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  return (
    decipher.update(bytes.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  );
}

/** SHA-256 of a token with at least 256 random bits. For anything a person chose, use a password hash. */
export function hashToken(token: string): Buffer<ArrayBuffer> {
  return Buffer.from(createHash('sha256').update(token).digest());
}
