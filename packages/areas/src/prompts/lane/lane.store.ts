import { type LeasedBacklog, type LeasedRow, leasedBacklog, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import type { RunnableTemplate } from '../templates/cache/runnable-template.ts';
import {
  type FoundTemplate,
  isUsualSize,
  loadTemplateFrom,
  runnableColumns,
  versionColumns,
} from '../templates/cache/runnable-templates.store.ts';
import type { TemplateVersion } from '../templates/cache/template-cache.ts';

const { sql } = Prisma;

/** Evaluates conditions, and runs that need no model. */
export const promptQueue = 'prompts';
/** Calls models. */
export const modelQueue = 'prompt-models';

interface LeasedRunRow extends LeasedRow {
  event_id: number;
  record_id: number;
  template_id: number;
  /** False if its template was disabled or deleted. */
  is_enabled: boolean;
  version: number;
  changed_at: number;
  /** Null if an earlier row of the lease has the same template, or if the template is very large. */
  template: RunnableTemplate | null;
}

export interface LeasedRun extends LeasedRunRow {
  template: RunnableTemplate;
}

const declaration: Parameters<typeof leasedBacklog<LeasedRunRow>>[0] = {
  table: 'prompt_runs',
  states: { waiting: 'pending', running: 'running' },
  leasedUntil: 'leased_until',
  dueAt: 'due_at',
  error: 'error',
  leaseSeconds: 15,
  set: sql`template_version = p.version`,
  join: { from: sql`prompt_templates p`, on: sql`p.org_id = w.org_id and p.id = w.template_id` },
  returning: sql`w.event_id::float8 as event_id, w.record_id, w.org_id, w.template_id,
    p.is_enabled and p.deleted_at is null as is_enabled, p.version, extract(epoch from p.updated_at)::float8 as changed_at`,
  select: sql`l.*, case when row_number() over (partition by l.template_id order by l.id) = 1 then (
      select ${runnableColumns} from prompt_templates p where p.org_id = l.org_id and p.id = l.template_id and ${isUsualSize}
    ) end as template`,
};

/** Loads a template that is too large to be part of a lease, also if it was deleted. */
function loadLarge(platform: Platform, org_id: number, which: TemplateVersion) {
  const find = async () => {
    const [row] = await readCrossTenant<FoundTemplate>(
      platform,
      sql`select ${versionColumns}, ${runnableColumns} as template from prompt_templates p
        where p.org_id = ${org_id} and p.id = ${which.id}::int`,
    );
    return row;
  };
  return loadTemplateFrom({ platform, org_id, find }, which);
}

/** Adds the template of each run to its lease. */
const withTemplates = (rows: LeasedBacklog<LeasedRunRow>): LeasedBacklog<LeasedRun> => ({
  ...rows,
  lease: async (platform, org_id, ...args) => {
    const leased = await rows.lease(platform, org_id, ...args);
    const templates = new Map(leased.flatMap(({ template }) => (template ? [[template.id, template]] : [])));
    for (const { template_id: id, version, changed_at } of leased) {
      if (templates.has(id)) continue;
      const template = await loadLarge(platform, org_id, { id, version, changed_at });
      if (template) templates.set(id, template);
    }
    return leased.flatMap((row) => {
      const template = templates.get(row.template_id);
      return template ? [{ ...row, template }] : [];
    });
  },
});

/** Leases runs in batches until they are finished or passed to the lane that calls models. */
export const promptBacklog = withTemplates(
  leasedBacklog({ ...declaration, where: sql`not w.calls_model`, isBatched: () => sql`true` }),
);

/** Leases runs that call a model, one by one. */
export const modelBacklog = withTemplates(leasedBacklog({ ...declaration, where: sql`w.calls_model` }));

interface RunError {
  id: number;
  attempts: number;
  error: string | null;
}

/** `from` and `where` clauses that join `v`, the runs with their errors, to the leased runs `w`. */
const ofLeasedRuns = (org_id: number, runs: readonly RunError[]) =>
  sql`from unnest(${runs.map(({ id }) => id)}::int[], ${runs.map(({ attempts }) => attempts)}::int[],
      ${runs.map(({ error }) => error)}::text[]) v(id, attempts, error)
    where w.org_id = ${org_id} and w.id = any(${runs.map(({ id }) => id)}::int[]) and w.id = v.id
      and w.attempts = v.attempts and w.status::text = 'running'`;

/** Stores errors before the recorded write of their runs, because audit entries must not contain these errors. */
export async function storeErrors(
  platform: Platform,
  org_id: number,
  runs: readonly RunError[],
): Promise<void> {
  if (runs.length === 0) return;
  await executeOperational(
    platform,
    sql`update prompt_runs w set error = v.error ${ofLeasedRuns(org_id, runs)} returning w.id`,
  );
}

/** Finishes runs as `skipped`, which writes neither an event nor an audit entry. */
export async function skipRuns(platform: Platform, org_id: number, runs: readonly RunError[]): Promise<void> {
  if (runs.length === 0) return;
  await executeOperational(
    platform,
    sql`update prompt_runs w set status = 'skipped', leased_until = null, error = v.error, finished_at = now(),
        updated_at = greatest(now(), w.updated_at + interval '1 millisecond')
      ${ofLeasedRuns(org_id, runs)} returning w.id`,
  );
}

/** Passes leased runs to the lane that calls models. This does not count as an attempt. */
export async function passToModels(
  platform: Platform,
  org_id: number,
  runs: readonly Omit<RunError, 'error'>[],
): Promise<void> {
  if (runs.length === 0) return;
  const held = runs.map(({ id, attempts }) => ({ id, attempts, error: null }));
  await executeOperational(
    platform,
    // Without the last condition, a repetition could end the lease of the lane that calls the model.
    sql`update prompt_runs w set calls_model = true, status = 'pending', leased_until = null, attempts = w.attempts - 1
      ${ofLeasedRuns(org_id, held)} and not w.calls_model returning w.id`,
  );
}
