import { type Leased, leasedBacklog, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Mentions } from '@wfp/triage-rules';
import type { Json, JsonObject } from '../prompt.ts';
import { type AskedTemplate, askedColumns } from '../templates/templates-asked.store.ts';

const { sql } = Prisma;

export const laneQueue = 'prompts';

/** A run under lease. */
export interface LeasedRun extends Leased {
  event_id: number;
  record_id: number;
  /** False if its template was disabled or deleted. */
  is_wanted: boolean;
  /** The present version of the template. */
  template: AskedTemplate;
}

/** Runs that wait for a provider. */
export const promptBacklog = leasedBacklog<LeasedRun>({
  table: 'prompt_runs',
  states: { waiting: 'pending', running: 'running' },
  leasedUntil: 'leased_until',
  dueAt: 'due_at',
  error: 'error',
  leaseSeconds: 15,
  set: sql`template_version = p.version`,
  join: { from: sql`prompt_templates p`, on: sql`p.org_id = w.org_id and p.id = w.template_id` },
  returning: sql`w.event_id::float8 as event_id, w.record_id,
    p.is_enabled and p.deleted_at is null as is_wanted, ${askedColumns} as template`,
});

/** The texts of a run, which audit entries must not contain. */
interface Texts {
  input: JsonObject | null;
  output: Json;
  mentions: Mentions | null;
  error: string | null;
}

/** Stores request and response of a run before its recorded write: audit entries hold no such texts. */
export async function keepTexts(
  platform: Platform,
  org_id: number,
  run: Leased,
  { input, output, mentions, error }: Texts,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs w set input = ${jsonOf(input)}, output = ${jsonOf(output)},
        mentions = ${mentions && JSON.stringify(mentions)}::jsonb, error = ${error}::text
      where ${promptBacklog.stillHeld(org_id, run)} returning w.id`,
  );
}

const jsonOf = (value: Json) => (value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`);

/** Closes a run without a request, and without an event: no suggestion was made. */
export async function closeUnasked(
  platform: Platform,
  org_id: number,
  run: Leased,
  why: string | null,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs w set status = 'skipped', leased_until = null, error = ${why}::text, finished_at = now(),
        updated_at = greatest(now(), w.updated_at + interval '1 millisecond')
      where ${promptBacklog.stillHeld(org_id, run)} returning w.id`,
  );
}
