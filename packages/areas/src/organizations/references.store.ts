import { Prisma } from '@wfp/shared/db';

const { raw } = Prisma;

/** The organization of a row: `join ${organizationOf('o', 'u')}`. */
export const organizationOf = (organization: string, row: string): Prisma.Sql =>
  raw(`organizations ${organization} on ${organization}.id = ${row}.org_id`);
