import { Prisma } from '@wfp/shared/db';

const { raw } = Prisma;

/** The position that a row refers to, deleted or not: `join ${positionOf('p', 'e')}` for `e.position_id`. */
export const positionOf = (position: string, row: string, column = 'position_id'): Prisma.Sql =>
  raw(`positions ${position} on ${position}.org_id = ${row}.org_id and ${position}.id = ${row}.${column}`);
