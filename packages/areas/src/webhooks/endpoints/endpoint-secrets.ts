import { decryptSecret, type EncryptionKeys, encryptSecret } from '@wfp/shared';
import type { EncryptedColumn } from '@wfp/shared/db';

/** The context that the ciphertext of a signing secret is bound to. */
export const secretContext = (org_id: number) => `webhook-secret:${org_id}`;

/** The context that the ciphertext of custom headers is bound to. */
const headersContext = (org_id: number) => `webhook-headers:${org_id}`;

/** Encrypts custom headers for storage; null if there are none. */
export function encryptHeaders(
  keyHex: string,
  org_id: number,
  headers: Record<string, string>,
): Buffer<ArrayBuffer> | null {
  if (Object.keys(headers).length === 0) return null;
  return encryptSecret(keyHex, headersContext(org_id), JSON.stringify(headers));
}

/** Decrypts stored custom headers. Their names are lowercase. */
export function decryptHeaders(
  keys: EncryptionKeys,
  org_id: number,
  sealed: Uint8Array | null,
): Record<string, string> {
  return sealed ? JSON.parse(decryptSecret(keys, headersContext(org_id), sealed)) : {};
}

export const sealedColumns: readonly EncryptedColumn[] = [
  { table: 'webhook_endpoints', column: 'secret_enc', context: secretContext },
  { table: 'webhook_endpoints', column: 'previous_secret_enc', context: secretContext },
  { table: 'webhook_endpoints', column: 'headers_enc', context: headersContext },
];
