import type { Part } from '../../api/resources.ts';

export interface PartListProps {
  code: string;
  part: Part;
  /** The values of the parameters of the record's path. */
  ids: readonly (string | number)[];
  path: string;
}
