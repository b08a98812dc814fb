import { type Call, invalidField, missingPermission } from '@wfp/shared';
import { findTasks, TaskFilter } from '../tasks/index.ts';
import type { ListTasksOfView } from './views.contract.ts';
import { views } from './views.resource.ts';

export async function listTasksOfView({
  caller,
  params,
  query,
}: Call<{ id: number }, ListTasksOfView, unknown>) {
  const view = await views.get(caller, params.id);
  if (!caller.rowScopeFor('task:read')) throw missingPermission(caller, 'task:read');
  const filter = TaskFilter.safeParse(view.filter);
  if (!filter.success) throw invalidField('filter', 'Uses an outdated format; save the view again');
  return findTasks(caller, { ...query, ...filter.data, sort: view.sort ?? 'board' });
}
