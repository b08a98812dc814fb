import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

export const keyStatuses = ['live', 'expired', 'revoked'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** Condition: a key has this status. A key is live while it is neither revoked nor expired. */
export function hasStatus(status: KeyStatus, alias: string): Prisma.Sql {
  const at = (column: string) => raw(`${alias}.${column}`);
  const conditions: Record<KeyStatus, Prisma.Sql> = {
    live: sql`${at('revoked_at')} is null and (${at('expires_at')} is null or ${at('expires_at')} > now())`,
    expired: sql`${at('revoked_at')} is null and ${at('expires_at')} <= now()`,
    revoked: sql`${at('revoked_at')} is not null`,
  };
  return sql`(${conditions[status]})`;
}
