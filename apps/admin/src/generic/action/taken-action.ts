import { type Action, fillPath } from '../../api/resources.ts';

/** An action on a record, on a record of its parts, or on a list. */
export interface TakenAction {
  /** The resource, and the part of its records, that has the action. */
  code: string;
  part?: string;
  action: Action;
  /** The values of the parameters of the path. */
  ids: readonly (string | number)[];
}

/** The request of an action, which identifies its form. */
export const requestOf = ({ action, ids }: Pick<TakenAction, 'action' | 'ids'>): string =>
  `${action.method} ${fillPath(action.path, ids)}`;
