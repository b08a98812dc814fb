import type { Caller } from '@wfp/shared';
import { OrganizationTurns } from '@wfp/shared';
import type { HistoryEntry, JsonObject, TaskContext, TaskFacts } from '../prompt.ts';
import { getOrganizationData } from './cached-data.ts';
import { OrganizationData } from './organization-data.ts';
import { findHistories, findTaskDetails, maxHistory, type TaskRequest } from './tasks.store.ts';

export interface LoadedContext {
  context: TaskContext;
  /** The record before the event or the proposed write; null if unknown or new. */
  before: TaskFacts | null;
  /** The user who caused the event, if there is one. */
  actor_id?: number | null;
}

/** A task without its organization's data: enough to evaluate a condition. */
export interface LoadedTask extends Omit<LoadedContext, 'context'> {
  context: Omit<TaskContext, 'organization' | 'people' | 'similar'>;
}

/** Loads tasks and their histories, in the order of the requests; undefined for a task that does not exist. */
export async function loadTasks(
  caller: Caller,
  requests: readonly TaskRequest[],
): Promise<(LoadedTask | undefined)[]> {
  const [details, histories] = await Promise.all([
    findTaskDetails(caller, requests),
    findHistories(caller, requests),
  ]);
  const now = caller.platform.clock.now().toISOString();
  return requests.map(({ event_id, history }, index) => {
    const [task, events = []] = [details[index], histories[index]];
    if (!task) return undefined;
    const event = events.find((one) => one.id === event_id);
    const shown = history === 'latest' ? events.slice(-maxHistory).map(({ id, ...entry }) => entry) : [];
    return {
      context: { now, ...task, history: shown },
      before: event ? revertChanges(task.record, event.changes) : null,
      actor_id: event?.actor_id ?? null,
    };
  });
}

function revertChanges(record: TaskFacts, changes: HistoryEntry['changes']): TaskFacts {
  const was = Object.entries(changes).flatMap(([field, [before]]) =>
    field in record ? [[field, before]] : [],
  );
  return { ...record, ...(Object.fromEntries(was) as JsonObject) };
}

/** Adds the data of the organization to tasks, in their order. */
export async function completeContexts(
  caller: Caller,
  data: OrganizationData,
  tasks: readonly LoadedTask[],
): Promise<LoadedContext[]> {
  const surroundings = await data.surroundings(
    caller,
    tasks.map(({ context }) => context.record),
  );
  return tasks.flatMap((task, index) => {
    const its = surroundings[index];
    return its ? [{ ...task, context: { ...task.context, ...its } }] : [];
  });
}

const wholeTask = (task_id: number, event_id: number | null): TaskRequest => ({
  task_id,
  event_id,
  history: 'latest',
  changes: null,
  maxDescription: null,
});

/** Loads a task with its latest events and its whole description; undefined if it does not exist. */
export async function loadTask(
  caller: Caller,
  task_id: number,
  event_id: number | null,
): Promise<LoadedTask | undefined> {
  const [task] = await loadTasks(caller, [wholeTask(task_id, event_id)]);
  return task;
}

/** Reads of an organization's data that is not cached: they are up to megabytes. */
const readTurns = new OrganizationTurns();

/** Adds the data of the organization to a task. With `useCache`, the data may be up to two seconds old. */
export async function completeContext(
  caller: Caller,
  task: LoadedTask,
  { useCache }: { useCache: boolean },
): Promise<LoadedContext> {
  const data = useCache
    ? await getOrganizationData(caller)
    : await readTurns.run(caller.org_id, () => OrganizationData.read(caller));
  const [context] = await completeContexts(caller, data, [task]);
  if (!context) throw new Error('Invariant: there is a context for each task');
  return context;
}
