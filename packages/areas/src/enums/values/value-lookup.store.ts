import type { Caller, EnumValueLookup, Platform } from '@wfp/shared';
import { byKey, Prisma, readRows } from '@wfp/shared/db';
import { systemEnums } from './system-enums.ts';

const { sql, empty } = Prisma;

/** The values of the service, which organizations cannot delete. */
const systemValues = new Map(systemEnums.map(({ code, values }) => [code, new Set(values)]));

/**
 * Limit of cached values; the oldest entries are dropped. Entries do not expire, because values are only soft-deleted.
 */
const maxCached = 10_000;
const cached = new WeakMap<Platform['database'], Set<string>>();

function getCache({ platform: { database } }: Caller): Set<string> {
  const found = cached.get(database) ?? new Set<string>();
  cached.set(database, found);
  return found;
}

const cacheKey = ({ org_id }: Caller, enumCode: string, code: string) => `${org_id}:${enumCode}:${code}`;

export const valueLookup: EnumValueLookup = {
  async findUnknown(caller, enumCode, codes) {
    const cache = getCache(caller);
    const isKnown = (code: string) =>
      systemValues.get(enumCode)?.has(code) || cache.has(cacheKey(caller, enumCode, code));
    const others = codes.filter((code) => !isKnown(code));
    if (others.length === 0) return [];
    const rows = await readRows<{ code: string }>(
      caller,
      byKey(sql`select v.code ${valuesQuery(caller, enumCode)} and v.code = any(${others}::text[])`),
    );
    const found = new Set(rows.map((row) => row.code));
    for (const code of found) cache.add(cacheKey(caller, enumCode, code));
    for (const key of cache) {
      if (cache.size <= maxCached) break;
      cache.delete(key);
    }
    return others.filter((code) => !found.has(code));
  },

  async isUsable(tx, caller, enumCode, code) {
    const rows = await tx.rows(
      sql`select v.id ${valuesQuery(caller, enumCode, true)} and v.code = ${code} for share of v`,
    );
    return rows.length > 0;
  },
};

/** Clauses `from` and `where` for all values `v` that an enum ever had, or only for the active ones. */
const valuesQuery = (caller: Caller, enumCode: string, isUsable = false) => sql`from enum_values v
  join enums e on e.org_id = v.org_id and e.id = v.enum_id and e.code = ${enumCode}
  where v.org_id = ${caller.org_id}
    ${isUsable ? sql`and e.deleted_at is null and v.is_active and v.deleted_at is null` : empty}`;
