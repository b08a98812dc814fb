import { Prisma } from '../../db/generated/client.ts';

/**
 * Organizations are divided into so many shards, and each shard has one leader at a time: what one worker cannot
 * number alone, others number beside it. The same in every process of a release, and so no setting.
 */
const shards = 16;

export const allShards: readonly number[] = Array.from({ length: shards }, (_, shard) => shard);

/** The shard of the organization in a column. */
export function shardOf(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${column} & ${Prisma.raw(String(shards - 1))})`;
}

/** Whether the organization in a column belongs to one of some shards. */
export function inShards(column: Prisma.Sql, some: readonly number[]): Prisma.Sql {
  return Prisma.sql`${shardOf(column)} = any(${[...some]}::int[])`;
}
