import { derivedScenarios } from './derived/scenarios.ts';
import type { Scenarios } from './scenario.ts';
import { enumScenarios } from './scenarios/organization/enums.ts';
import { organizationScenarios } from './scenarios/organization/organizations.ts';
import { platformScenarios } from './scenarios/organization/platform.ts';
import { webhookReplayScenarios } from './scenarios/organization/webhook-replays.ts';
import { webhookScenarios } from './scenarios/organization/webhooks.ts';
import { accessScenarios } from './scenarios/people/access.ts';
import { accountScenarios } from './scenarios/people/accounts.ts';
import { apiKeyScenarios } from './scenarios/people/api-keys.ts';
import { authScenarios } from './scenarios/people/auth.ts';
import { employeeScenarios } from './scenarios/people/employees.ts';
import { mfaScenarios } from './scenarios/people/mfa.ts';
import { positionScenarios } from './scenarios/people/positions.ts';
import { teamScenarios } from './scenarios/people/teams.ts';
import { userScenarios } from './scenarios/people/users.ts';
import { fileScenarios } from './scenarios/work/files.ts';
import { initiativeScenarios } from './scenarios/work/initiatives.ts';
import { promptRunScenarios } from './scenarios/work/prompt-runs.ts';
import { promptTemplateScenarios } from './scenarios/work/prompt-templates.ts';
import { recordScenarios } from './scenarios/work/records.ts';
import { taskLabelScenarios } from './scenarios/work/task-labels.ts';
import { taskSideScenarios } from './scenarios/work/task-side.ts';
import { taskViewScenarios } from './scenarios/work/task-views.ts';
import { taskScenarios } from './scenarios/work/tasks.ts';

/**
 * A scenario for every endpoint that there is. Those of declared resources follow from the declaration; what is special
 * about one, and every endpoint that an area declares itself, has one of its own below.
 */
export const scenarios: Scenarios = {
  ...derivedScenarios,
  ...accessScenarios,
  ...accountScenarios,
  ...apiKeyScenarios,
  ...authScenarios,
  ...employeeScenarios,
  ...enumScenarios,
  ...fileScenarios,
  ...initiativeScenarios,
  ...mfaScenarios,
  ...organizationScenarios,
  ...platformScenarios,
  ...positionScenarios,
  ...taskScenarios,
  ...taskLabelScenarios,
  ...taskSideScenarios,
  ...taskViewScenarios,
  ...teamScenarios,
  ...userScenarios,
  ...webhookScenarios,
  ...webhookReplayScenarios,
  ...promptRunScenarios,
  ...promptTemplateScenarios,
  ...recordScenarios,
};
