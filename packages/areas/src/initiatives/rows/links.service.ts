import { type Call, invalidField, type Proposal } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { listInitiativeTasks, lockTasks, proposePatch, relinkTasks } from '../../tasks/index.ts';
import { initiatives } from './initiative.resource.ts';
import type { InitiativeParams, ListLinkedTasks, TaskIds } from './initiatives.contract.ts';
import { lockOrThrow } from './locks.service.ts';

type LinkCall = Call<InitiativeParams, unknown, TaskIds>;

export async function listLinkedTasks({
  caller,
  params,
  query,
}: Call<InitiativeParams, ListLinkedTasks, unknown>) {
  await initiatives.get(caller, params.initiativeId);
  return listInitiativeTasks(caller, params.initiativeId, query);
}

type ProposalCall = Pick<LinkCall, 'caller' | 'params' | 'body'>;

/**
 * Returns the proposals for the review before linking. Returns none if the initiative is not readable: the write then
 * rejects the request.
 */
export async function proposeLinks({ caller, params, body }: ProposalCall): Promise<Proposal[]> {
  const initiative = await initiatives.find(caller, params.initiativeId);
  return initiative ? proposePatch(caller, uniqueIds(body), { initiative_id: initiative.id }) : [];
}

export async function proposeUnlinks({ caller, params, body }: ProposalCall): Promise<Proposal[]> {
  const initiative = await initiatives.find(caller, params.initiativeId);
  return initiative ? proposePatch(caller, uniqueIds(body), { initiative_id: null }) : [];
}

const uniqueIds = ({ task_ids }: TaskIds) => [...new Set(task_ids)];

/** Links tasks to an initiative, all or none. Tasks of another initiative are moved. */
export async function linkTasks({ caller, params, body }: LinkCall): Promise<{ count: number }> {
  await initiatives.get(caller, params.initiativeId);
  return writeInTransaction(caller, async (tx) => {
    const initiative = await lockOrThrow(tx, caller, params.initiativeId, 'share');
    const tasks = await lockTasks(tx, caller, body.task_ids);
    const count = await relinkTasks(tx, caller, tasks, initiative.id);
    return { count };
  });
}

export async function unlinkTasks({ caller, params, body }: LinkCall): Promise<void> {
  const { id } = await initiatives.get(caller, params.initiativeId);
  await writeInTransaction(caller, async (tx) => {
    const tasks = await lockTasks(tx, caller, body.task_ids);
    const others = tasks.filter((task) => task.initiative_id !== id).map((task) => task.id);
    if (others.length > 0)
      throw invalidField('task_ids', `Not linked to this initiative: ${others.join(', ')}`);
    await relinkTasks(tx, caller, tasks, null);
  });
}
