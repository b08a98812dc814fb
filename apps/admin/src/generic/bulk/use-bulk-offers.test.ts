import { expect, it } from 'vitest';
import { type BulkOffers, offersFor } from './use-bulk-offers.ts';

const offers: BulkOffers = {
  canArchive: true,
  restore: undefined,
  actions: [],
  canSet: true,
  bulk: undefined,
};
const tasks = { template: '/tasks', key: 'id' };
const possibleFor = (...rights: readonly (readonly string[] | undefined)[]) => {
  const rows = rights.map((can, id) => ({ id, ...(can && { can }) }));
  const { canArchive, canSet } = offersFor(offers, rows, tasks);
  return { canArchive, canSet };
};

it('offers what is permitted for at least one of the records', () => {
  expect(possibleFor(['read'], ['read', 'update'])).toEqual({ canArchive: false, canSet: true });
  expect(possibleFor(['read'], ['read'])).toEqual({ canArchive: false, canSet: false });
});

it('leaves it to the service if the rights on a record are not known', () => {
  expect(possibleFor(['read'], undefined)).toEqual({ canArchive: true, canSet: true });
});
