import type { ChartRow } from './org-chart.store.ts';

interface ChartNode {
  employee_id: number;
  name: string;
  position: string | null;
  reports_count: number;
  children: ChartNode[];
}

/** Builds the tree down to `depth` levels below the top. `total` is the number of nodes in it. */
export function buildOrgChart(
  rows: readonly ChartRow[],
  depth: number,
  root_id?: number,
): { data: ChartNode[]; total: number } {
  const shown = new Set(rows.map((row) => row.employee_id));
  const below = Map.groupBy(rows, (row) =>
    row.manager_id !== null && shown.has(row.manager_id) ? row.manager_id : null,
  );
  let total = 0;
  const nodeOf = ({ employee_id, name, position }: ChartRow, level: number): ChartNode => {
    total += 1;
    const reports = below.get(employee_id) ?? [];
    const children = level < depth ? reports.map((report) => nodeOf(report, level + 1)) : [];
    return { employee_id, name, position, reports_count: reports.length, children };
  };
  const tops =
    root_id === undefined ? (below.get(null) ?? []) : rows.filter((row) => row.employee_id === root_id);
  return { data: tops.map((top) => nodeOf(top, 0)), total };
}
