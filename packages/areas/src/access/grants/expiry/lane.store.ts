import type { Backlog } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const grantExpiryBacklog: Backlog = {
  from: sql`grants w`,
  due: () => sql`w.deleted_at is null and w.ends_at <= now()`,
  next: { at: sql`w.ends_at`, where: () => sql`w.deleted_at is null and w.ends_at is not null` },
};
