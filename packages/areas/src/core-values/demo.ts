import type { DemoRows } from '@wfp/shared';

export const demoValues: DemoRows = {
  path: '/core-values',
  key: 'hashtag',
  rows: [
    { name: 'Customers first', hashtag: 'customers-first', color: '#1f6feb' },
    { name: 'Own the result', hashtag: 'own-the-result', color: '#2da44e' },
    { name: 'Candor', hashtag: 'candor', color: '#bf8700' },
  ],
};
