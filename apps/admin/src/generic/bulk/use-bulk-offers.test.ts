import { expect, it } from 'vitest';
import { type BulkOffers, offersFor } from './use-bulk-offers.ts';

const offers: BulkOffers = {
  canArchive: true,
  restore: undefined,
  actions: [],
  canSet: true,
  bulk: undefined,
};
const tasks = { template: '/tasks', key: 'id', when: {} };
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

it('offers what the state of at least one of the records permits', () => {
  const action = (name: string, status: string) => ({
    ...{
      name,
      summary: '',
      method: 'post' as const,
      path: `/positions/:id/${name}`,
      applies_to: 'record' as const,
    },
    ...{ has_body: false, secret_fields: [], when: [{ status: [status] }] },
  });
  const withActions = { ...offers, actions: [action('open', 'draft'), action('freeze', 'open')] };
  const positions = {
    template: '/positions',
    key: 'id',
    when: { archive: [{ status: ['closed'] }], update: [{ status: ['draft', 'open'] }] },
  };
  const offered = (...statuses: readonly string[]) => {
    const rows = statuses.map((status, id) => ({ id, status }));
    const { actions, canArchive, canSet } = offersFor(withActions, rows, positions);
    return [...actions.map(({ name }) => name), canArchive, canSet];
  };
  expect(offered('draft')).toEqual(['open', false, true]);
  expect(offered('draft', 'open')).toEqual(['open', 'freeze', false, true]);
  expect(offered('closed')).toEqual([true, false]);
});
