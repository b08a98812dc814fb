import { derivedScenarios } from './derived/scenarios.ts';
import type { Scenarios } from './scenario.ts';
import { accessScenarios } from './scenarios/access.ts';
import { accountScenarios } from './scenarios/accounts.ts';
import { apiKeyScenarios } from './scenarios/api-keys.ts';
import { authScenarios } from './scenarios/auth.ts';
import { employeeScenarios } from './scenarios/employees.ts';
import { enumScenarios } from './scenarios/enums.ts';
import { fileScenarios } from './scenarios/files.ts';
import { initiativeScenarios } from './scenarios/initiatives.ts';
import { mfaScenarios } from './scenarios/mfa.ts';
import { organizationScenarios } from './scenarios/organizations.ts';
import { platformScenarios } from './scenarios/platform.ts';
import { positionScenarios } from './scenarios/positions.ts';
import { promptRunScenarios } from './scenarios/prompt-runs.ts';
import { promptTemplateScenarios } from './scenarios/prompt-templates.ts';
import { recordScenarios } from './scenarios/records.ts';
import { taskLabelScenarios } from './scenarios/task-labels.ts';
import { taskSideScenarios } from './scenarios/task-side.ts';
import { taskViewScenarios } from './scenarios/task-views.ts';
import { taskScenarios } from './scenarios/tasks.ts';
import { teamScenarios } from './scenarios/teams.ts';
import { userScenarios } from './scenarios/users.ts';
import { webhookReplayScenarios } from './scenarios/webhook-replays.ts';
import { webhookScenarios } from './scenarios/webhooks.ts';

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
