import { type Caller, decryptSecret, encryptionKeys, encryptSecret } from '@wfp/shared';
import type { EncryptedColumn } from '@wfp/shared/db';
import { noValues, type PrivateValues } from './private-data.contract.ts';

/** Ciphertexts do not decrypt in another organization. */
const privateDataContext = (org_id: number) => `employee-private:${org_id}`;

export const encryptedPrivateData: readonly EncryptedColumn[] = [
  { table: 'employee_private', column: 'values_enc', context: privateDataContext },
];

/** The employee is part of the text, so that values copied to another employee are rejected. */
export function encryptValues(caller: Caller, employee_id: number, values: PrivateValues): Uint8Array {
  const text = JSON.stringify({ employee_id, values });
  return encryptSecret(caller.platform.config.ENCRYPTION_KEY, privateDataContext(caller.org_id), text);
}

/** @throws Error if no key matches, or the values are those of another employee */
export function decryptValues(
  { platform, org_id }: Caller,
  employee_id: number,
  encrypted: Uint8Array | null,
): PrivateValues {
  if (!encrypted) return noValues;
  const text = decryptSecret(encryptionKeys(platform.config), privateDataContext(org_id), encrypted);
  const stored = JSON.parse(text) as { employee_id: number; values: Partial<PrivateValues> };
  if (stored.employee_id !== employee_id) throw new Error('Private data of another employee');
  return { ...noValues, ...stored.values };
}
