import type { Area } from '@wfp/shared';
import { access } from './access/index.ts';
import { accounts } from './accounts/index.ts';
import { announcements } from './announcements/index.ts';
import { apiKeys } from './api-keys/index.ts';
import { audiences } from './audiences/index.ts';
import { auditLog } from './audit-log/index.ts';
import { auth } from './auth/index.ts';
import { categories } from './categories/index.ts';
import { companyConfiguration } from './company-configuration/index.ts';
import { coreValues } from './core-values/index.ts';
import { employees } from './employees/index.ts';
import { enums } from './enums/index.ts';
import { events } from './events/index.ts';
import { files } from './files/index.ts';
import { health } from './health/index.ts';
import { holidayCalendars } from './holiday-calendars/index.ts';
import { initiatives } from './initiatives/index.ts';
import { mail } from './mail/index.ts';
import { maintenance } from './maintenance/index.ts';
import { mfa } from './mfa/index.ts';
import { createNamesArea } from './names/index.ts';
import { navigation } from './navigation/index.ts';
import { organizations } from './organizations/index.ts';
import { places } from './places/index.ts';
import { platform } from './platform/index.ts';
import { positions } from './positions/index.ts';
import { prompts } from './prompts/index.ts';
import { signup } from './signup/index.ts';
import { start } from './start/index.ts';
import { taskLabels } from './task-labels/index.ts';
import { taskViews } from './task-views/index.ts';
import { tasks } from './tasks/index.ts';
import { teams } from './teams/index.ts';
import { createTransfersArea } from './transfers/index.ts';
import { users } from './users/index.ts';
import { webhooks } from './webhooks/index.ts';
import { workSchedules } from './work-schedules/index.ts';
import { workingTime } from './working-time/index.ts';

/** Every area except transfers, in the order of the API reference. CONTRIBUTING.md describes how to add one. */
const productAreas: readonly Area[] = [
  auth,
  signup,
  organizations,
  users,
  accounts,
  access,
  employees,
  teams,
  positions,
  tasks,
  taskLabels,
  taskViews,
  initiatives,
  events,
  webhooks,
  apiKeys,
  mfa,
  enums,
  companyConfiguration,
  categories,
  coreValues,
  workSchedules,
  holidayCalendars,
  places,
  workingTime,
  audiences,
  announcements,
  files,
  prompts,
  auditLog,
  navigation,
  platform,
  start,
  health,
  mail,
  maintenance,
];

/** All areas, including those that are derived from the declarations of the others. */
export const areas: readonly Area[] = [
  ...productAreas,
  createTransfersArea(productAreas),
  createNamesArea(productAreas),
];
