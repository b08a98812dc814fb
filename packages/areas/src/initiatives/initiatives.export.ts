import { exportable } from '@wfp/shared';
import { Initiative, InitiativeFilter } from './initiatives.contract.ts';
import { exportedInitiatives } from './initiatives.store.ts';

const left = ['org_id', 'deleted_at'];

/** Initiatives as a file. */
export const initiativeExport = exportable<InitiativeFilter>({
  resource: 'initiative',
  path: '/initiatives',
  filter: InitiativeFilter,
  columns: Object.keys(Initiative.shape).filter((name) => !left.includes(name)),
  statement: exportedInitiatives,
});
