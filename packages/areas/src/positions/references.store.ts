import { Prisma } from '@wfp/shared/db';

const { raw } = Prisma;

export const positionTitleOf = (row: string): Prisma.Sql =>
  raw(`(select s.title from positions s where s.org_id = ${row}.org_id and s.id = ${row}.position_id)`);
