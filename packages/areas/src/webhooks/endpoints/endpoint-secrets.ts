import { decryptSecret, type EncryptionKeys, encryptSecret } from '@wfp/shared';
import type { EncryptedColumn } from '@wfp/shared/db';

// Ciphertexts are bound to their context: they do not decrypt in another organization, and headers do not decrypt as a
// secret.
export const secretContext = (org_id: number) => `webhook-secret:${org_id}`;

const headersContext = (org_id: number) => `webhook-headers:${org_id}`;

/** @returns null if there are no headers */
export function encryptHeaders(
  keyHex: string,
  org_id: number,
  headers: Record<string, string>,
): Buffer<ArrayBuffer> | null {
  if (Object.keys(headers).length === 0) return null;
  return encryptSecret(keyHex, headersContext(org_id), JSON.stringify(headers));
}

export function decryptHeaders(
  keys: EncryptionKeys,
  org_id: number,
  encrypted: Uint8Array | null,
): Record<string, string> {
  return encrypted ? JSON.parse(decryptSecret(keys, headersContext(org_id), encrypted)) : {};
}

export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'webhook_endpoints', column: 'secret_enc', context: secretContext },
  { table: 'webhook_endpoints', column: 'previous_secret_enc', context: secretContext },
  { table: 'webhook_endpoints', column: 'headers_enc', context: headersContext },
];
