import { Prisma } from '@wfp/shared/db';

const { raw } = Prisma;

/** Expression: `enforce_headcount` of the organization of a row. */
export const headcountPolicyOf = (row: string): Prisma.Sql =>
  raw(
    `coalesce((select k.enforce_headcount from company_configurations k where k.org_id = ${row}.org_id), 'off')`,
  );
