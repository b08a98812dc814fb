import { type Call, type Caller, notFound, OrganizationTurns } from '@wfp/shared';
import { requireAsOfPermission } from '../rows/employees.service.ts';
import { findEmployee } from '../rows/employees.store.ts';
import type { ListReports, ReadOrgChart } from './org-chart.contract.ts';
import { buildOrgChart, chartedEmployees, reportsOf } from './org-chart.policy.ts';
import { findChartRows, findReportingLines, findReports } from './org-chart.store.ts';

export async function listReports({ caller, params, query }: Call<{ id: number }, ListReports, unknown>) {
  requireAsOfPermission(caller, query.as_of);
  if (!(await findEmployee(caller, params.id, 'employee:read', query.as_of))) throw notFound('Employee');
  return findReports(caller, params.id, query);
}

/** Reading a chart costs more for an organization with more employees, also if few of them are shown. */
const turns = new OrganizationTurns();

/** Returns the org chart of a day. An employee whose manager the caller cannot see is at the top. */
export async function readOrgChart({ caller, query }: Call<unknown, ReadOrgChart, unknown>) {
  requireAsOfPermission(caller, query.as_of);
  const chart = await turns.run(caller.org_id, () => readChart(caller, query));
  if (query.root_id !== undefined && chart.total === 0) throw notFound('Employee');
  return chart;
}

async function readChart(caller: Caller, { root_id, depth, as_of }: ReadOrgChart) {
  const lines = await findReportingLines(caller, as_of);
  const reports = reportsOf(lines);
  const tops = root_id === undefined ? (reports.get(null) ?? []) : [root_id];
  const shown = chartedEmployees(reports, depth, tops);
  return buildOrgChart(await findChartRows(caller, shown, as_of), reports);
}
