import { type Call, invalidField, type Proposal } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { lockTasks, proposePatch, relinkTasks, tasksOfInitiative } from '../../tasks/index.ts';
import { initiatives } from './initiative.resource.ts';
import type { ListLinkedTasks, OfInitiative, TaskIds } from './initiatives.contract.ts';
import { links } from './links.store.ts';
import { locked } from './reach.service.ts';

type Naming = Call<OfInitiative, unknown, TaskIds>;

/** The tasks of an initiative: those that the caller may read. */
export async function listTasks({ caller, params, query }: Call<OfInitiative, ListLinkedTasks, unknown>) {
  await initiatives.get(caller, params.initiativeId);
  return tasksOfInitiative(caller, params.initiativeId, query);
}

type Proposing = Pick<Naming, 'caller' | 'params' | 'body'>;

/** What linking would change, for those who are asked before; of an initiative that is not there it is nobody's business. */
export async function linksProposed({ caller, params, body }: Proposing): Promise<Proposal[]> {
  const initiative = await initiatives.find(caller, params.initiativeId);
  return initiative ? proposePatch(caller, each(body), { initiative_id: initiative.id }) : [];
}

/** The same of taking tasks off. */
export async function unlinksProposed({ caller, params, body }: Proposing): Promise<Proposal[]> {
  const initiative = await initiatives.find(caller, params.initiativeId);
  return initiative ? proposePatch(caller, each(body), { initiative_id: null }) : [];
}

const each = ({ task_ids }: TaskIds) => [...new Set(task_ids)];

/** Links tasks to an initiative, all or none; from another one they move. */
export async function linkTasks({ caller, params, body, review }: Naming): Promise<{ count: number }> {
  await initiatives.get(caller, params.initiativeId);
  return writeInTransaction(caller, async (tx) => {
    const initiative = await locked(tx, caller, params.initiativeId, 'share');
    const tasks = await lockTasks(tx, caller, body.task_ids);
    const count = await relinkTasks(tx, caller, tasks, initiative.id, links);
    await review?.keep(tx, each(body));
    return { count };
  });
}

/** Takes tasks off an initiative, all or none. */
export async function unlinkTasks({ caller, params, body, review }: Naming): Promise<void> {
  const { id } = await initiatives.get(caller, params.initiativeId);
  await writeInTransaction(caller, async (tx) => {
    const tasks = await lockTasks(tx, caller, body.task_ids);
    const others = tasks.filter((task) => task.initiative_id !== id).map((task) => task.id);
    if (others.length > 0) throw invalidField('task_ids', `Not linked to it: ${others.join(', ')}`);
    await relinkTasks(tx, caller, tasks, null, links);
    await review?.keep(tx, each(body));
  });
}
