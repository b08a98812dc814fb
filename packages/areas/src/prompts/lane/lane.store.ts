import type { Platform } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import type { Mentions } from '@wfp/triage-rules';
import { z } from 'zod';
import type { Json, JsonObject } from '../prompt.ts';
import { type AskedTemplate, askedColumns } from '../templates/templates-asked.store.ts';

const { sql, raw } = Prisma;

export const laneQueue = 'prompts';
export const LanePayload = z.object({ org_id: Id });
export type LanePayload = z.output<typeof LanePayload>;
export const laneKey = ({ org_id }: LanePayload): string => `prompts-${org_id}`;

/** Seconds after which another worker takes a run whose worker has not renewed its lease. */
const leaseSeconds = 15;
const lease = raw(`now() + interval '${leaseSeconds} seconds'`);

const isFree = raw(`r.due_at <= now() and (r.leased_until is null or r.leased_until <= now())`);

/** The organizations that have something to ask. */
export function dueOrganizations(platform: Platform): Promise<LanePayload[]> {
  return readCrossTenant<LanePayload>(
    platform,
    sql`select distinct r.org_id from prompt_runs r where r.status in ('pending', 'running') and ${isFree}`,
  );
}

/** When the next run of an organization is due, or may be taken over. */
export async function nextDue(platform: Platform, { org_id }: LanePayload): Promise<Date | null> {
  const [row] = await readCrossTenant<{ in_ms: number | null }>(
    platform,
    byKey(sql`select (extract(epoch from min(greatest(r.due_at, r.leased_until)) - now()) * 1000)::float8 as in_ms from prompt_runs r
      where r.org_id = ${org_id} and r.status in ('pending', 'running')`),
  );
  if (row?.in_ms == null) return null;
  return new Date(platform.clock.now().getTime() + Math.max(0, row.in_ms));
}

/** A run under lease. `attempts` tells it from the same run in the hands of another worker. */
export interface LeasedRun {
  id: number;
  attempts: number;
  event_id: number;
  record_id: number;
  is_wanted: boolean;
  template: AskedTemplate;
}

/** Takes runs that are due, oldest first; what they are asked with is their template as it is now. */
export function leaseRuns(platform: Platform, { org_id }: LanePayload, atMost: number): Promise<LeasedRun[]> {
  return executeOperational<LeasedRun>(
    platform,
    sql`with due as (
        select r.id from prompt_runs r where r.org_id = ${org_id} and r.status in ('pending', 'running') and ${isFree}
        order by r.due_at, r.id limit ${atMost}::int for update skip locked
      )
      update prompt_runs r set status = 'running', attempts = r.attempts + 1, leased_until = ${lease}, template_version = p.version
      from due, prompt_templates p
      where r.org_id = ${org_id} and r.id = due.id and p.org_id = r.org_id and p.id = r.template_id
      returning r.id, r.attempts, r.event_id::float8 as event_id, r.record_id,
        p.is_enabled and p.deleted_at is null as is_wanted, ${askedColumns} as template`,
  );
}

type Held = Pick<LeasedRun, 'id' | 'attempts'>;

const isHeld = (org_id: number, { id, attempts }: Held) =>
  sql`r.org_id = ${org_id} and r.id = ${id}::int and r.attempts = ${attempts}::int and r.status = 'running'`;

/** Keeps runs for as long as they are worked on. */
export async function renewLeases(
  platform: Platform,
  { org_id }: LanePayload,
  held: readonly Held[],
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs r set leased_until = ${lease}
      from unnest(${held.map((one) => one.id)}::int[], ${held.map((one) => one.attempts)}::int[]) h(id, attempts)
      where r.org_id = ${org_id} and r.id = h.id and r.attempts = h.attempts and r.status = 'running' returning r.id`,
  );
}

/** Puts a run back to be tried again later, or at once by another worker, when it was not tried at all. */
export async function putBack(
  platform: Platform,
  { org_id }: LanePayload,
  run: Held,
  { inMs, error }: { inMs: number; error: string | null },
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs r set status = 'pending', leased_until = null, error = ${error}::text,
        attempts = r.attempts - ${error === null ? 1 : 0}::int, due_at = now() + ${inMs}::float8 * interval '1 millisecond'
      where ${isHeld(org_id, run)} returning r.id`,
  );
}

/** What only runs have. */
interface Texts {
  input: JsonObject | null;
  output: Json;
  mentions: Mentions | null;
  error: string | null;
}

/** Keeps what was asked and answered. It goes before the record of it, since audit entries hold no such texts. */
export async function keepTexts(
  platform: Platform,
  { org_id }: LanePayload,
  run: Held,
  { input, output, mentions, error }: Texts,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs r set input = ${jsonOf(input)}, output = ${jsonOf(output)},
        mentions = ${mentions && JSON.stringify(mentions)}::jsonb, error = ${error}::text
      where ${isHeld(org_id, run)} returning r.id`,
  );
}

const jsonOf = (value: Json) => (value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`);

/** Closes a run that nothing was to be asked for. Nobody is told: nothing was said of the record. */
export async function closeUnasked(
  platform: Platform,
  { org_id }: LanePayload,
  run: Held,
  why: string | null,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs r set status = 'skipped', leased_until = null, error = ${why}::text, finished_at = now(),
        updated_at = greatest(now(), r.updated_at + interval '1 millisecond')
      where ${isHeld(org_id, run)} returning r.id`,
  );
}
