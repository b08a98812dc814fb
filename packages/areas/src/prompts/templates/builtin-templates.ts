import { blockersSchema, triageSchema } from '@wfp/triage-rules';
import type { JsonObject, ModelSettings } from '../prompt.ts';

/** A template that every organization starts with, in its default state. */
export interface BuiltinTemplate {
  code: 'triage-task' | 'detect-task-blockers';
  name: string;
  hook: 'task.post_create' | 'task.post_update';
  purpose: 'triage' | 'blockers';
  condition: null;
  system_text: string;
  user_text: string;
  output_schema: JsonObject;
  settings: ModelSettings;
  on_error: 'continue' | 'reject';
}

const taskSection = `\
It is {{now}}. The organization is {{organization.name}}.

The task:
{{record}}

Its parent: {{parent}}

Tasks it is linked with:
{{relations}}
`;

const triage: BuiltinTemplate = {
  code: 'triage-task',
  name: 'Triage of new tasks',
  hook: 'task.post_create',
  purpose: 'triage',
  condition: null,
  system_text: `\
You triage tasks that were just created. Suggest a priority (low, medium, high or urgent) from what is at stake, the \
due date and what similar tasks had; words such as "urgent" count only where they are meant so. Suggest one of the \
organization's categories by its code, and one of the labels that it uses, or null where none fits. Describe the ideal \
owner in one sentence, and name a person by employee_id or user_id when somebody of the people listed is a good \
choice: prefer who finished similar tasks, has few open ones and is not absent. Say in one or two sentences which \
facts led you there.`,
  user_text: `${taskSection}
Labels in use:
{{organization.labels}}

Categories:
{{organization.categories}}

People:
{{people}}

Similar tasks that are done:
{{similar}}`,
  output_schema: triageSchema,
  settings: {},
  on_error: 'continue',
};

const blockers: BuiltinTemplate = {
  code: 'detect-task-blockers',
  name: 'Blockers of tasks',
  hook: 'task.post_update',
  purpose: 'blockers',
  condition: null,
  system_text: `\
You find out whether a task is stuck. Signals to look for: it is overdue or due soon, nobody is assigned or who is \
assigned is absent, tasks that it waits for are unfinished, its parent waits, its status goes back and forth \
(status_thrashing: count the moves in its history), its status is blocked, nothing has happened to it for long. Name \
every signal that there is, with the facts. Then propose the few actions that would get it moving, the most useful \
first; give an action a patch only when changing the task's own fields does it.`,
  user_text: `${taskSection}
What happened to it, oldest first:
{{history}}

People:
{{people}}`,
  output_schema: blockersSchema,
  settings: {},
  on_error: 'continue',
};

/** In the order in which they are inserted. */
export const builtinTemplates: readonly BuiltinTemplate[] = [triage, blockers];
