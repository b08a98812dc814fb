import {
  reminderOffsets,
  taskCategories,
  taskEfforts,
  taskPriorities,
  taskStatuses,
  taskTypes,
} from '../../tasks/index.ts';

/** An enum of the service, which every organization has. */
export interface SystemEnum {
  code: string;
  label: string;
  /** True if an organization may add values. Values of the service cannot be removed. */
  is_extensible: boolean;
  values: readonly string[];
  /** The value of a record that is created without one. */
  default?: string;
  /** Labels that are not derived from the code. */
  labels?: Readonly<Record<string, string>>;
}

const upperCase = (codes: readonly string[]) =>
  Object.fromEntries(codes.map((code) => [code, code.toUpperCase()]));

const units: Record<string, string> = { m: 'minute', h: 'hour', d: 'day' };

/** Example: `15m` is "15 minutes before". */
function reminderLabel(offset: string): string {
  const count = Number.parseInt(offset, 10);
  return `${count} ${units[offset.slice(-1)]}${count === 1 ? '' : 's'} before`;
}

/** A change requires a migration for existing organizations. */
export const systemEnums: readonly SystemEnum[] = [
  {
    code: 'status',
    label: 'Status',
    is_extensible: false,
    values: taskStatuses,
    default: 'todo',
    labels: { todo: 'To do' },
  },
  { code: 'priority', label: 'Priority', is_extensible: false, values: taskPriorities, default: 'medium' },
  {
    code: 'effort',
    label: 'Effort',
    is_extensible: false,
    values: taskEfforts,
    default: 'm',
    labels: upperCase(taskEfforts),
  },
  { code: 'task_type', label: 'Task type', is_extensible: false, values: taskTypes, default: 'task' },
  {
    code: 'reminder_offset',
    label: 'Reminder',
    is_extensible: false,
    values: reminderOffsets,
    labels: Object.fromEntries(reminderOffsets.map((offset) => [offset, reminderLabel(offset)])),
  },
  {
    code: 'task_category',
    label: 'Task category',
    is_extensible: true,
    values: taskCategories,
    default: 'general',
  },
];

export function defaultLabel(systemEnum: SystemEnum, code: string): string {
  const words = code.replaceAll('_', ' ');
  return systemEnum.labels?.[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
