import { randomUUID } from 'node:crypto';
import type { Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import type { Usage } from '../prompt.ts';

const { sql, raw } = Prisma;

export interface Budget {
  runs_per_day: number;
  tokens_per_day: number;
}

/** A counted run; `name` identifies its reserved tokens. */
export interface BudgetReservation {
  day: string;
  name: string;
}

/** Longer than any call. After this time, the reservation of a worker that died expires. */
const reservationLifetime = raw("interval '3 minutes'");

/** SQL for the tokens reserved by runs in progress, in row `u`. */
const reservedTokens = raw(`(select coalesce(sum((h.value ->> 'tokens')::int8), 0) from jsonb_each(u.held) h
  where (h.value ->> 'until')::timestamptz > now())`);

/**
 * Counts a run and reserves the tokens that it may use, unless the daily budget is used up, or might be used up by runs
 * in progress. Because of the reservations, concurrent runs exceed the budget together by at most the tokens of one
 * run.
 *
 * @returns the reservation, or why there is none
 */
export async function reserveTokens(
  platform: Platform,
  org_id: number,
  { runs_per_day, tokens_per_day }: Budget,
  tokens: number,
): Promise<BudgetReservation | 'exhausted' | 'reserved'> {
  const day = today(platform);
  const name = randomUUID();
  const counted = await executeOperational(
    platform,
    sql`insert into prompt_usage as u (org_id, day, runs, held)
      select ${org_id}::int, ${day}::date, 1, jsonb_build_object(${name}::text,
        jsonb_build_object('tokens', ${tokens}::int8, 'until', now() + ${reservationLifetime}))
      where ${runs_per_day}::int > 0 and ${tokens_per_day}::int8 > 0
      on conflict (org_id, day) do update set runs = u.runs + 1, held = coalesce((
            select jsonb_object_agg(h.key, h.value) from jsonb_each(u.held) h
            where (h.value ->> 'until')::timestamptz > now()), '{}') || excluded.held
        where u.runs < ${runs_per_day}::int and u.tokens + ${reservedTokens} < ${tokens_per_day}::int8
      returning runs`,
  );
  if (counted.length > 0) return { day, name };
  return (await isUsedUp(platform, org_id, { runs_per_day, tokens_per_day })) ? 'exhausted' : 'reserved';
}

const today = ({ clock }: Platform) => clock.now().toISOString().slice(0, 10);

/**
 * True if the counted runs or the used tokens have reached the daily budget. Tokens reserved by runs in progress do not
 * count.
 */
export async function isUsedUp(
  platform: Platform,
  org_id: number,
  { runs_per_day, tokens_per_day }: Budget,
): Promise<boolean> {
  if (runs_per_day === 0 || tokens_per_day === 0) return true;
  const [used] = await readCrossTenant<{ is_up: boolean }>(
    platform,
    byKey(sql`select u.runs >= ${runs_per_day}::int or u.tokens >= ${tokens_per_day}::int8 as is_up from prompt_usage u
      where u.org_id = ${org_id} and u.day = ${today(platform)}::date`),
  );
  return used?.is_up ?? false;
}

/** Replaces the reserved tokens by those used. */
export async function settleReservation(
  platform: Platform,
  org_id: number,
  { day, name }: BudgetReservation,
  usage: Usage | null,
): Promise<void> {
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  await executeOperational(
    platform,
    sql`update prompt_usage set tokens = tokens + ${tokens}::int8, held = held - ${name}::text
      where org_id = ${org_id} and day = ${day}::date returning runs`,
  );
}
