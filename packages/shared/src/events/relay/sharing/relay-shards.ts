import { Prisma } from '../../../db/generated/client.ts';

/**
 * The number of shards of organizations, each of which has at most one leader. Must be a power of two, because
 * `shardOf` masks bits. Must be the same in all processes, so it is not configurable.
 */
const shards = 16;

export const allShards: readonly number[] = Array.from({ length: shards }, (_, shard) => shard);

/** The shard of the organization in a column. */
export function shardOf(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${column} & ${Prisma.raw(String(shards - 1))})`;
}

export function inShards(column: Prisma.Sql, some: readonly number[]): Prisma.Sql {
  return Prisma.sql`${shardOf(column)} = any(${[...some]}::int[])`;
}
