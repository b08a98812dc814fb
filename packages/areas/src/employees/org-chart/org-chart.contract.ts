import { Id, named, Paging, QueryId, SortBy } from '@wfp/shared/contract';
import { z } from 'zod';
import { AsOf, Employee, EmployeeFilter, employeeSorts } from '../rows/employees.contract.ts';

/** No deeper than management goes. */
const Levels = (usual: number) =>
  z
    .string()
    .regex(/^\d{1,2}$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.number().min(1).max(50))
    .default(usual);

export const ListReports = z.strictObject({
  ...Paging,
  ...AsOf,
  depth: Levels(1).meta({ description: 'How many levels of reports' }),
  q: EmployeeFilter.shape.q,
  sort: SortBy(['level', ...employeeSorts], 'level,name'),
});
export type ListReports = z.output<typeof ListReports>;

export const Report = Employee.extend({
  level: z.int().positive().meta({ description: '1 for direct reports' }),
});

export const ReadOrgChart = z.strictObject({
  ...AsOf,
  root_id: QueryId.optional().meta({ description: 'Everybody whose manager is not shown, when left out' }),
  depth: Levels(3).meta({ description: 'How many levels below the top ones' }),
});
export type ReadOrgChart = z.output<typeof ReadOrgChart>;

export const ChartNode = z.object({
  employee_id: Id,
  name: z.string(),
  position: z.string().nullable().meta({ description: 'The title of their position, or their own' }),
  reports_count: z.int().nonnegative().meta({ description: 'Direct reports, shown below or not' }),
  get children() {
    return z.array(ChartNode);
  },
});
named('OrgChartNode', ChartNode);

export const OrgChart = z.object({ data: z.array(ChartNode), total: z.int().nonnegative() });
named('OrgChart', OrgChart);
