import type { Row } from '../call-path.ts';
import type { Action } from '../resources.ts';

/** True if an operation can succeed for a record in its present state, as far as its fields show. */
export const isPossibleIn = (row: Row, when: Action['when']): boolean =>
  !when || when.some((state) => Object.entries(state).every((field) => isPermitted(row, field)));

const isPermitted = (row: Row, [name, values]: [string, readonly unknown[]]): boolean =>
  !(name in row) || values.includes(row[name]);
