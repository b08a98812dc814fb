import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** The user whom a file is about. */
export const uploader = (alias: string) => sql`${raw(`${alias}.created_by`)}`;

const inOneDay = sql`now() + interval '24 hours'`;

/** Files whose bytes are still to come are dropped a day later. */
export const uploadDeadline = inOneDay;

/** The bytes of a deleted file are kept for a day, in which it can be restored. */
export const deletedFields = () => ({ deleted_at: sql`now()`, purge_at: inOneDay });

export const restoredFields = (_: unknown, alias: string) => ({
  purge_at: sql`case when ${raw(`${alias}.status`)} = 'pending' then ${inOneDay} end`,
});

/** Files that are not deleted, or whose bytes are still kept. */
export const hasContent = (_: unknown, alias: string) =>
  sql`(${raw(`${alias}.deleted_at`)} is null or ${raw(`${alias}.purge_at`)} > now())`;
