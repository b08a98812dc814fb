import { type Call, notFound } from '@wfp/shared';
import { requireAsOfPermission } from '../rows/employees.service.ts';
import { findEmployee } from '../rows/employees.store.ts';
import type { ListReports, ReadOrgChart } from './org-chart.contract.ts';
import { buildOrgChart } from './org-chart.policy.ts';
import { findChart, findReports } from './org-chart.store.ts';

export async function listReports({ caller, params, query }: Call<{ id: number }, ListReports, unknown>) {
  requireAsOfPermission(caller, query.as_of);
  if (!(await findEmployee(caller, params.id, 'employee:read', query.as_of))) throw notFound('Employee');
  return findReports(caller, params.id, query);
}

/** Returns the org chart of a day. An employee whose manager the caller cannot see is at the top. */
export async function readOrgChart({ caller, query }: Call<unknown, ReadOrgChart, unknown>) {
  requireAsOfPermission(caller, query.as_of);
  const { root_id, depth, as_of } = query;
  const chart = buildOrgChart(await findChart(caller, as_of), depth, root_id);
  if (root_id !== undefined && chart.total === 0) throw notFound('Employee');
  return chart;
}
