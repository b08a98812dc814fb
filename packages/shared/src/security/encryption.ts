import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { EncryptionKeys } from './encryption-keys.ts';

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a secret that must be read again (AES-256-GCM): one version byte, the nonce, the tag, the text.
 *
 * @param keyHex 32 bytes in hexadecimal
 * @param context bound into the tag, so that a value copied into another row does not open
 */
export function encryptSecret(keyHex: string, context: string, text: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(keyHex, 'hex'), nonce);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]);
}

/**
 * Opens what {@link encryptSecret} made, with whichever of the keys it was. A value does not name its key, so that
 * processes of an older release open it as well.
 *
 * @throws Error when the key, the context or a byte is another one
 */
export function decryptSecret(keys: EncryptionKeys, context: string, sealed: Uint8Array): string {
  return decryptWithAny(keys, context, sealed).text;
}

/** The same, and whether it was the current key. */
export function decryptWithAny(
  keys: EncryptionKeys,
  context: string,
  sealed: Uint8Array,
): { text: string; isCurrent: boolean } {
  for (const [index, key] of keys.entries()) {
    try {
      return { text: decryptWith(key, context, sealed), isCurrent: index === 0 };
    } catch (error) {
      if (index === keys.length - 1) throw error;
    }
  }
  throw new Error('There is no key');
}

function decryptWith(keyHex: string, context: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
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

/** SHA-256 of a token that has at least 256 random bits; for anything a person chose, use a password hash. */
export function hashToken(token: string): Buffer<ArrayBuffer> {
  return Buffer.from(createHash('sha256').update(token).digest());
}
