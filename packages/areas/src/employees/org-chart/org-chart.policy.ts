import type { ChartRow, ReportingLines } from './org-chart.store.ts';

interface ChartNode {
  employee_id: number;
  name: string;
  position: string | null;
  reports_count: number;
  children: ChartNode[];
}

/** The direct reports of each manager; of null, the employees without a manager among the others. */
export type Reports = ReadonlyMap<number | null, readonly number[]>;

export function reportsOf({ employees, managers }: ReportingLines): Reports {
  const known = new Set(employees);
  const reports = new Map<number | null, number[]>();
  for (const [place, id] of employees.entries()) {
    const manager = managers[place] ?? null;
    const key = manager !== null && known.has(manager) ? manager : null;
    const of = reports.get(key);
    if (of) of.push(id);
    else reports.set(key, [id]);
  }
  return reports;
}

/** Returns the employees of a chart: those at the top, and those down to `depth` levels below them. */
export function chartedEmployees(reports: Reports, depth: number, tops: readonly number[]): number[] {
  const shown = [...tops];
  let level = tops;
  for (let below = 0; below < depth && level.length > 0; below += 1) {
    level = level.flatMap((id) => reports.get(id) ?? []);
    for (const id of level) shown.push(id);
  }
  return shown;
}

/** Builds the tree of the employees of a chart. Those whose manager is not among them are at the top. */
export function buildOrgChart(
  rows: readonly ChartRow[],
  reports: Reports,
): { data: ChartNode[]; total: number } {
  const nodes = new Map<number, ChartNode>();
  for (const { employee_id, name, position } of rows) {
    const reports_count = reports.get(employee_id)?.length ?? 0;
    nodes.set(employee_id, { employee_id, name, position, reports_count, children: [] });
  }
  const data: ChartNode[] = [];
  for (const { employee_id, manager_id } of rows) {
    const manager = manager_id === null ? undefined : nodes.get(manager_id);
    const node = nodes.get(employee_id);
    if (node) (manager?.children ?? data).push(node);
  }
  return { data, total: rows.length };
}
