import type { Caller } from '@wfp/shared';
import { byKey, Prisma, readRows, type Transaction } from '@wfp/shared/db';
import { confidentialError, type Evaluation } from '../evaluation/evaluation.ts';
import { finishRuns } from '../runs/finished-runs.store.ts';
import { versionColumns } from '../templates/cache/runnable-templates.store.ts';
import type { TemplateVersion } from '../templates/cache/template-cache.ts';

const { sql } = Prisma;

export interface ReviewTemplate extends TemplateVersion {
  name: string;
  on_error: 'continue' | 'reject';
}

/** Returns the enabled templates of a pre-write hook without their content, oldest first. */
export function findReviewTemplates(caller: Caller, hook: string): Promise<ReviewTemplate[]> {
  return readRows<ReviewTemplate>(
    caller,
    byKey(sql`select ${versionColumns}, p.name, p.on_error from prompt_templates p
      where p.org_id = ${caller.org_id} and p.hook = ${hook}::text and p.is_enabled and p.deleted_at is null
      order by p.id`),
  );
}

export interface Verdict {
  reviewer: ReviewTemplate;
  hook: string;
  /** Null for a task that does not exist yet, or was rejected. */
  record_id: number | null;
  evaluation: Evaluation;
}

export async function saveVerdict(tx: Transaction, caller: Caller, verdict: Verdict): Promise<void> {
  const { reviewer, hook, record_id, evaluation } = verdict;
  const { retry, isBudgetReserved, ...result } = evaluation;
  const [run] = await tx.rows<{ id: number; attempts: number }>(
    sql`insert into prompt_runs (org_id, template_id, template_version, hook, record_type, record_id, status, attempts,
        leased_until, error)
      values (${caller.org_id}, ${reviewer.id}::int, ${reviewer.version}::int, ${hook}, 'task', ${record_id}::int,
        'running', 1, now(), ${confidentialError(evaluation)}::text)
      returning id, attempts`,
  );
  if (!run) return;
  const recording = { event: 'prompt_run.completed', action: 'run' };
  await tx.write(finishRuns(caller, [{ ...run, ...result }]), recording);
}
