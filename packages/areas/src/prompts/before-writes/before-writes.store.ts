import type { Caller } from '@wfp/shared';
import { byKey, Prisma, readOne, readRows, type Transaction } from '@wfp/shared/db';
import { organizationOf } from '../../organizations/index.ts';
import { activeCategories, findSimilar, labelUsage } from '../context/context.store.ts';
import { findPeople } from '../context/people.store.ts';
import { confidentialError, type Evaluation } from '../evaluation/evaluate.ts';
import type { Json, LinkedTask, TaskContext, TaskFacts } from '../prompt.ts';
import { finishRun } from '../runs/runs.store.ts';
import { type RunnableTemplate, runnableColumns } from '../templates/runnable-templates.store.ts';

const { sql } = Prisma;

export interface ReviewTemplate {
  template: RunnableTemplate & { name: string };
  version: number;
  on_error: 'continue' | 'reject';
}

/** Returns the enabled templates of a pre-write hook, oldest first. */
export function findReviewTemplates(caller: Caller, hook: string): Promise<ReviewTemplate[]> {
  return readRows<ReviewTemplate>(
    caller,
    byKey(sql`select ${runnableColumns} || jsonb_build_object('name', p.name) as template, p.version, p.on_error
      from prompt_templates p
      where p.org_id = ${caller.org_id} and p.hook = ${hook}::text and p.is_enabled and p.deleted_at is null
      order by p.id`),
  );
}

/** Loads the context of a task that does not exist yet. */
export async function loadNewTaskContext(
  caller: Caller,
  record: TaskFacts,
  parent: LinkedTask | null,
): Promise<TaskContext> {
  const [known, similar] = await Promise.all([
    readOne<Pick<TaskContext, 'organization'>>(
      caller,
      sql`select jsonb_build_object('name', o.name, 'labels', ${labelUsage}, 'categories', ${activeCategories}) as organization
        from (select ${caller.org_id}::int as org_id) t join ${organizationOf('o', 't')}`,
    ),
    findSimilar(caller, record),
  ]);
  if (!known) throw new Error("Invariant: the caller's organization does not exist");
  const people = await findPeople(caller, record, similar);
  const now = caller.platform.clock.now().toISOString();
  return {
    now,
    record,
    parent,
    relations: [],
    history: [],
    people,
    similar,
    organization: known.organization,
  };
}

export interface Verdict {
  reviewer: ReviewTemplate;
  hook: string;
  /** Null if a task was to be created and was rejected. */
  record_id: number | null;
  evaluation: Evaluation;
}

export async function saveVerdict(tx: Transaction, caller: Caller, verdict: Verdict): Promise<void> {
  const { reviewer, hook, record_id, evaluation } = verdict;
  const { input, output, mentions, retry: _, isBudgetReserved: __, ...result } = evaluation;
  // Texts are stored before the recorded write: audit entries must not contain them.
  const [run] = await tx.rows<{ id: number; attempts: number }>(
    sql`insert into prompt_runs (org_id, template_id, template_version, hook, record_type, record_id, status, attempts,
        leased_until, input, output, mentions, error)
      values (${caller.org_id}, ${reviewer.template.id}::int, ${reviewer.version}::int, ${hook}, 'task', ${record_id}::int,
        'running', 1, now(), ${toJsonb(input)}, ${toJsonb(output)},
        ${mentions && JSON.stringify(mentions)}::jsonb, ${confidentialError(evaluation)}::text)
      returning id, attempts`,
  );
  if (run) await tx.write(finishRun(caller, run, result), { event: 'prompt_run.completed', action: 'run' });
}

const toJsonb = (value: Json) => (value === null ? sql`null` : sql`${JSON.stringify(value)}::jsonb`);
