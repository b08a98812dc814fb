import type { Row } from '../../api/call-path.ts';
import {
  type Action,
  type ListedResource,
  operationOf,
  useAvailableActions,
  useCan,
} from '../../api/resources.ts';
import { isPossibleIn } from '../../api/rights/record-state.ts';
import { refusalOf } from '../../api/rights/row-rights.ts';

/** The possible changes of many records of a list at once. */
export interface BulkOffers {
  canArchive: boolean;
  /** Only for deleted records. */
  restore: Action | undefined;
  /** Actions on a record that need no input. */
  actions: readonly Action[];
  canSet: boolean;
  /** Changes many records with one request. */
  bulk: Action | undefined;
}

/** @param isDeleted true for a list of deleted records */
export function useBulkOffers(resource: ListedResource, isDeleted: boolean): BulkOffers | undefined {
  const can = useCan();
  const actions = useAvailableActions(resource.actions);
  const record = `${resource.template}/:${resource.key}`;
  const isSimple = ({ name, applies_to, has_body, secret_fields }: Action) =>
    applies_to === 'record' && !has_body && secret_fields.length === 0 && name !== 'restore';
  const restore = actions.find(({ name }) => name === 'restore');
  const offers: BulkOffers = isDeleted
    ? { canArchive: false, restore, actions: [], canSet: false, bulk: undefined }
    : {
        canArchive: can(operationOf('delete', record)),
        restore: undefined,
        actions: actions.filter(isSimple),
        canSet: can(operationOf('patch', record)),
        bulk: actions.find(({ name, applies_to }) => name === 'bulk' && applies_to === 'list'),
      };
  const isAny = offers.canArchive || offers.restore || offers.actions.length > 0 || offers.canSet;
  return isAny && resource.key !== null ? offers : undefined;
}

/** The offers that are possible for at least one of some records, as far as their rights and states are known. */
export function offersFor(
  offers: BulkOffers,
  chosen: readonly Row[],
  { template, key, when }: Pick<ListedResource, 'template' | 'key' | 'when'>,
): BulkOffers {
  const path = `${template}/:${key}`;
  const isPossible = (operation: Pick<Action, 'path' | 'when'> & { method: string }) =>
    chosen.some(
      (row) => isPossibleIn(row, operation.when) && !refusalOf(row, operationOf('get', path), operation),
    );
  return {
    canArchive: offers.canArchive && isPossible({ method: 'delete', path, when: when.archive }),
    restore: offers.restore,
    actions: offers.actions.filter(isPossible),
    canSet: offers.canSet && isPossible({ method: 'patch', path, when: when.update }),
    bulk: offers.bulk,
  };
}
