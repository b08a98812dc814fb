import { Prisma } from '@wfp/shared/db';

const { raw } = Prisma;

/** The position that a row refers to, deleted or not: `join ${positionOf('p', 'e')}` for `e.position_id`. */
export const positionOf = (position: string, row: string, column = 'position_id'): Prisma.Sql =>
  raw(`positions ${position} on ${position}.org_id = ${row}.org_id and ${position}.id = ${row}.${column}`);

/** The title of the position that a row refers to by `position_id`, as an expression. */
export const positionTitleOf = (row: string): Prisma.Sql =>
  raw(`(select s.title from positions s where s.org_id = ${row}.org_id and s.id = ${row}.position_id)`);
