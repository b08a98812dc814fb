import { randomUUID } from 'node:crypto';
import type { Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import type { Usage } from '../prompt.ts';

const { sql, raw } = Prisma;

/** What an organization may ask for in a day. */
export interface Budget {
  runs_per_day: number;
  tokens_per_day: number;
}

/** One place in the budget of a day: `name` stands for the tokens that are held for it, if any are. */
export interface BudgetReservation {
  day: string;
  name: string | null;
}

/** Longer than anybody is asked: what is held by a worker that died is free again after it. */
const reservationLifetime = raw("interval '3 minutes'");

/** Tokens held in the row of alias `u` for what is under way. */
const reservedTokens = raw(`(select coalesce(sum((h.value ->> 'tokens')::int8), 0) from jsonb_each(u.held) h
  where (h.value ->> 'until')::timestamptz > now())`);

/**
 * Counts a provider as asked once more and holds as many tokens as that may cost, unless the budget of the day is used
 * up, or may be by what is under way. Holding is what keeps many that begin at once from each finding room.
 */
export async function reserveTokens(
  platform: Platform,
  org_id: number,
  { runs_per_day, tokens_per_day }: Budget,
  tokens: number,
): Promise<BudgetReservation | 'used up' | 'held'> {
  const day = platform.clock.now().toISOString().slice(0, 10);
  const name = tokens > 0 ? randomUUID() : null;
  const held = name
    ? sql`jsonb_build_object(${name}::text, jsonb_build_object('tokens', ${tokens}::int8, 'until', now() + ${reservationLifetime}))`
    : sql`'{}'::jsonb`;
  const taken = await executeOperational(
    platform,
    sql`insert into prompt_usage as u (org_id, day, runs, held)
      select ${org_id}::int, ${day}::date, 1, ${held} where ${runs_per_day}::int > 0 and ${tokens_per_day}::int8 > 0
      on conflict (org_id, day) do update set runs = u.runs + 1, held = coalesce((
            select jsonb_object_agg(h.key, h.value) from jsonb_each(u.held) h
            where (h.value ->> 'until')::timestamptz > now()), '{}') || excluded.held
        where u.runs < ${runs_per_day}::int
          and u.tokens + case when excluded.held = '{}' then 0 else ${reservedTokens} end < ${tokens_per_day}::int8
      returning runs`,
  );
  if (taken.length > 0) return { day, name };
  const [left] = await readCrossTenant<{ is_left: boolean }>(
    platform,
    byKey(sql`select u.runs < ${runs_per_day}::int and u.tokens < ${tokens_per_day}::int8 as is_left from prompt_usage u
      where u.org_id = ${org_id} and u.day = ${day}::date`),
  );
  return left?.is_left ? 'held' : 'used up';
}

/** Releases the reserved tokens and adds the tokens used. */
export async function settleReservation(
  platform: Platform,
  org_id: number,
  { day, name }: BudgetReservation,
  usage: Usage | null,
): Promise<void> {
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  if (name === null && tokens === 0) return;
  await executeOperational(
    platform,
    sql`update prompt_usage set tokens = tokens + ${tokens}::int8, held = held - ${name ?? ''}::text
      where org_id = ${org_id} and day = ${day}::date returning runs`,
  );
}
