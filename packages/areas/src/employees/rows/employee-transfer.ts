import {
  type Caller,
  exportable,
  type ImportedRow,
  importable,
  invalidField,
  missingReference,
} from '@wfp/shared';
import { CalendarDate, Email, Line } from '@wfp/shared/contract';
import type { Transaction } from '@wfp/shared/db';
import { z } from 'zod';
import { findPlaceByPath, maxPathLength } from '../../places/index.ts';
import { employeeHired, employeeNumberNeeded, positionChosen } from '../announcements.ts';
import { hireEmployee, hireEvents } from '../employment/hiring.service.ts';
import { identityEvents } from '../names/identity.service.ts';
import { wasNumberOfEmployee } from '../names/identity.store.ts';
import {
  type ExistingEmployee,
  findCalendarByName,
  findManagerByNumber,
  findScheduleByName,
  findTeamBySlug,
  lockEmployeeByNumber,
  selectExportedEmployees,
} from './employee-transfer.store.ts';
import { Employee, EmployeeFilter, employmentTypes } from './employees.contract.ts';
import { patchEmployeeInTransaction } from './employees.service.ts';

const hiddenColumns = ['org_id', 'deleted_at'];

export const employeeExport = exportable<EmployeeFilter>({
  resource: 'employee',
  path: '/employees',
  filter: EmployeeFilter,
  columns: [
    ...Object.keys(Employee.shape).filter((name) => !hiddenColumns.includes(name)),
    'team',
    'manager',
    'place',
    'work_schedule',
    'holiday_calendar',
  ],
  statement: selectExportedEmployees,
});

/** An empty cell leaves the field of an existing employee unchanged; a new employee gets the default. */
const optionalCell = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
    schema.optional(),
  );

/** A row with a known employee number updates that employee; any other row hires one. */
const ImportedEmployee = z.strictObject({
  employee_number: optionalCell(Line(40)),
  first_name: Line(100),
  last_name: Line(100),
  hire_date: CalendarDate,
  preferred_name: optionalCell(Line(100)),
  work_email: optionalCell(Email),
  phone: optionalCell(Line(50)),
  job_title: optionalCell(Line(200)),
  employment_type: optionalCell(z.enum(employmentTypes)),
  team: optionalCell(Line(100)),
  manager: optionalCell(Line(40)),
  place: optionalCell(Line(maxPathLength)),
  work_schedule: optionalCell(Line(100)),
  holiday_calendar: optionalCell(Line(100)),
});
type ImportedEmployee = z.output<typeof ImportedEmployee>;

export const employeeImport = importable<ImportedEmployee>({
  resource: 'employee',
  path: '/employees',
  row: ImportedEmployee,
  key: { column: 'employee_number', of: ({ employee_number }) => employee_number },
  emits: [...hireEvents, ...identityEvents, 'employee.post_update'],
  announces: [employeeNumberNeeded, positionChosen, employeeHired],
  write: importEmployee,
});

async function importEmployee(tx: Transaction, caller: Caller, row: ImportedEmployee): Promise<ImportedRow> {
  const { team, manager, place, work_schedule, holiday_calendar, ...person } = row;
  const references = await findReferences(tx, caller, {
    team,
    manager,
    place,
    work_schedule,
    holiday_calendar,
  });
  const known = person.employee_number && (await lockEmployeeByNumber(tx, caller, person.employee_number));
  if (known) {
    await updateExisting(tx, caller, known, { ...person, ...references });
    return 'updated';
  }
  await rejectFormerNumber(tx, caller, person.employee_number);
  await hireEmployee(tx, caller, { ...person, ...references });
  return 'created';
}

/** Columns that name a record, with the field that refers to it. */
const referenceColumns = {
  team: { field: 'team_id', find: findTeamBySlug },
  manager: { field: 'manager_id', find: findManagerByNumber },
  place: { field: 'place_id', find: findPlaceByPath },
  work_schedule: { field: 'work_schedule_id', find: findScheduleByName },
  holiday_calendar: { field: 'holiday_calendar_id', find: findCalendarByName },
} as const;
type ReferenceColumn = keyof typeof referenceColumns;
type References = { [Column in ReferenceColumn as (typeof referenceColumns)[Column]['field']]?: number };

async function findReferences(
  tx: Transaction,
  caller: Caller,
  names: { [Column in ReferenceColumn]: string | undefined },
): Promise<References> {
  const references: References = {};
  for (const column of Object.keys(referenceColumns) as ReferenceColumn[]) {
    const { field, find } = referenceColumns[column];
    const name = names[column];
    if (name) references[field] = await requireFound(column, find(tx, caller, name));
  }
  return references;
}

/** A file from before the number of an employee was corrected must not hire the employee again. */
async function rejectFormerNumber(
  tx: Transaction,
  caller: Caller,
  number: string | undefined,
): Promise<void> {
  if (number !== undefined && (await wasNumberOfEmployee(tx, caller, number)))
    throw invalidField(
      'employee_number',
      'Was the number of another employee before a correction; use POST /employees to give it to a new employee',
    );
}

async function requireFound(column: string, looking: Promise<number | undefined>): Promise<number> {
  const id = await looking;
  if (id === undefined) throw missingReference(column);
  return id;
}

/**
 * Fields that an import cannot change, so it rejects values that differ from the stored ones. Another name is a sign of
 * a wrong number; the others require a change with an effective date, which an import row does not have.
 */
const columnByFixedField = {
  first_name: 'first_name',
  last_name: 'last_name',
  hire_date: 'hire_date',
  employment_type: 'employment_type',
  team_id: 'team',
  manager_id: 'manager',
  place_id: 'place',
  work_schedule_id: 'work_schedule',
  holiday_calendar_id: 'holiday_calendar',
} as const;

type ImportedFields = Omit<ImportedEmployee, ReferenceColumn> & References;

async function updateExisting(
  tx: Transaction,
  caller: Caller,
  known: ExistingEmployee,
  row: ImportedFields,
): Promise<void> {
  for (const [field, column] of Object.entries(columnByFixedField) as [
    keyof typeof columnByFixedField,
    string,
  ][]) {
    if (row[field] !== undefined && row[field] !== known[field]) {
      throw invalidField(column, 'Differs from the stored value, which an import cannot change');
    }
  }
  const { preferred_name, work_email, phone, job_title } = row;
  const body = { preferred_name, work_email, phone, job_title };
  await patchEmployeeInTransaction(tx, caller, known.id, body);
}
