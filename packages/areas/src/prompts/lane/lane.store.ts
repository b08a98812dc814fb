import { type LeasedRow, leasedBacklog, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Mentions } from '@wfp/triage-rules';
import type { Json, JsonObject } from '../prompt.ts';
import { type RunnableTemplate, runnableColumns } from '../templates/runnable-templates.store.ts';

const { sql } = Prisma;

export const promptQueue = 'prompts';

export interface LeasedRun extends LeasedRow {
  event_id: number;
  record_id: number;
  /** False if its template was disabled or deleted. */
  is_enabled: boolean;
  template: RunnableTemplate;
}

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
    p.is_enabled and p.deleted_at is null as is_enabled, ${runnableColumns} as template`,
});

/** The texts of a run. Audit entries must not contain them. */
interface RunTexts {
  input: JsonObject | null;
  output: Json;
  mentions: Mentions | null;
  error: string | null;
}

/** Stores the prompt and the output of a run before its recorded write: audit entries must not contain them. */
export async function storeTexts(
  platform: Platform,
  org_id: number,
  run: LeasedRow,
  { input, output, mentions, error }: RunTexts,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs w set input = ${toJsonb(input)}, output = ${toJsonb(output)},
        mentions = ${mentions && JSON.stringify(mentions)}::jsonb, error = ${error}::text
      where ${promptBacklog.stillLeased(org_id, run)} returning w.id`,
  );
}

const toJsonb = (value: Json) => (value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`);

/** Skips a run. Emits no event, because no provider was called. */
export async function skipRun(
  platform: Platform,
  org_id: number,
  run: LeasedRow,
  why: string | null,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update prompt_runs w set status = 'skipped', leased_until = null, error = ${why}::text, finished_at = now(),
        updated_at = greatest(now(), w.updated_at + interval '1 millisecond')
      where ${promptBacklog.stillLeased(org_id, run)} returning w.id`,
  );
}
