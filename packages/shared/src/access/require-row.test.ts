import { expect, it } from 'vitest';
import { requireRow } from './require-row.ts';

const required = (found: (object | undefined)[], seen: object | undefined) => ({
  find: async () => found.shift(),
  findReadable: async () => seen,
  permission: 'task:update' as const,
  noun: 'Task',
});
const row = { id: 1 };

it('returns a row on which the caller has the permission', async () => {
  expect(await requireRow(required([row], row))).toBe(row);
});

it('throws 404 for a row that the caller may not read, and 403 for one that they may only read', async () => {
  await expect(requireRow(required([undefined], undefined))).rejects.toMatchObject({ kind: 'not_found' });
  await expect(requireRow(required([undefined, undefined], row))).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

it('throws 404 for a row that did not exist at the first lookup and was restored before the second', async () => {
  await expect(requireRow(required([undefined, row], row))).rejects.toMatchObject({ kind: 'not_found' });
});
