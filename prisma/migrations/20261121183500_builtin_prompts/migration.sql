-- ================================================================ written by hand
-- Built-in templates for existing organizations.
with built_in as (
  select * from jsonb_to_recordset($templates$
[
  {
    "code": "triage-task",
    "name": "Triage of new tasks",
    "hook": "task.post_create",
    "condition": null,
    "system_text": "You triage tasks that were just created. Suggest a priority (low, medium, high or urgent) from what is at stake, the due date and what similar tasks had; words such as \"urgent\" count only where they are meant so. Suggest one of the organization's categories by its code, and one of the labels that it uses, or null where none fits. Describe the ideal owner in one sentence, and name a person by employee_id or user_id when somebody of the people listed is a good choice: prefer who finished similar tasks, has few open ones and is not absent. Say in one or two sentences which facts led you there.",
    "user_text": "It is {{now}}. The organization is {{organization.name}}.\n\nThe task:\n{{record}}\n\nIts parent: {{parent}}\n\nTasks it is linked with:\n{{relations}}\n\nLabels in use:\n{{organization.labels}}\n\nCategories:\n{{organization.categories}}\n\nPeople:\n{{people}}\n\nSimilar tasks that are done:\n{{similar}}",
    "output_schema": {
      "type": "object",
      "additionalProperties": false,
      "required": [
        "priority",
        "category",
        "label",
        "ideal_owner",
        "reasoning"
      ],
      "properties": {
        "priority": {
          "type": "string",
          "enum": [
            "low",
            "medium",
            "high",
            "urgent"
          ]
        },
        "category": {
          "type": "string",
          "minLength": 1,
          "maxLength": 50
        },
        "label": {
          "type": [
            "string",
            "null"
          ],
          "minLength": 1,
          "maxLength": 100
        },
        "ideal_owner": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "description",
            "employee_id",
            "user_id"
          ],
          "properties": {
            "description": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            },
            "employee_id": {
              "type": [
                "integer",
                "null"
              ],
              "minimum": 1
            },
            "user_id": {
              "type": [
                "integer",
                "null"
              ],
              "minimum": 1
            }
          }
        },
        "reasoning": {
          "type": "string",
          "minLength": 1,
          "maxLength": 2000
        }
      }
    },
    "settings": {},
    "on_error": "continue"
  },
  {
    "code": "detect-task-blockers",
    "name": "Blockers of tasks",
    "hook": "task.post_update",
    "condition": null,
    "system_text": "You find out whether a task is stuck. Signals to look for: it is overdue or due soon, nobody is assigned or who is assigned is absent, tasks that it waits for are unfinished, its parent waits, its status goes back and forth (status_thrashing: count the moves in its history), its status is blocked, nothing has happened to it for long. Name every signal that there is, with the facts. Then propose the few actions that would get it moving, the most useful first; give an action a patch only when changing the task's own fields does it.",
    "user_text": "It is {{now}}. The organization is {{organization.name}}.\n\nThe task:\n{{record}}\n\nIts parent: {{parent}}\n\nTasks it is linked with:\n{{relations}}\n\nWhat happened to it, oldest first:\n{{history}}\n\nPeople:\n{{people}}",
    "output_schema": {
      "type": "object",
      "additionalProperties": false,
      "required": [
        "is_stalled",
        "signals",
        "actions"
      ],
      "properties": {
        "is_stalled": {
          "type": "boolean"
        },
        "signals": {
          "type": "array",
          "maxItems": 20,
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "kind",
              "detail"
            ],
            "properties": {
              "kind": {
                "type": "string",
                "enum": [
                  "overdue",
                  "due_soon",
                  "no_assignee",
                  "absent_assignee",
                  "blocked_status",
                  "blocked_by",
                  "parent_waiting",
                  "status_thrashing",
                  "postponed",
                  "silent"
                ]
              },
              "detail": {
                "type": "string",
                "minLength": 1,
                "maxLength": 1000
              }
            }
          }
        },
        "actions": {
          "type": "array",
          "maxItems": 20,
          "items": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "kind",
              "title"
            ],
            "properties": {
              "kind": {
                "type": "string",
                "enum": [
                  "assign",
                  "escalate",
                  "unblock",
                  "split",
                  "move",
                  "ask",
                  "reschedule"
                ]
              },
              "title": {
                "type": "string",
                "minLength": 1,
                "maxLength": 500
              },
              "patch": {
                "type": "object",
                "additionalProperties": false,
                "minProperties": 1,
                "properties": {
                  "status": {
                    "type": "string",
                    "enum": [
                      "todo",
                      "in_progress",
                      "reviewing",
                      "blocked",
                      "done",
                      "cancelled"
                    ]
                  },
                  "priority": {
                    "type": "string",
                    "enum": [
                      "low",
                      "medium",
                      "high",
                      "urgent"
                    ]
                  },
                  "assigned_employee_id": {
                    "type": [
                      "integer",
                      "null"
                    ],
                    "minimum": 1
                  },
                  "assigned_team_id": {
                    "type": [
                      "integer",
                      "null"
                    ],
                    "minimum": 1
                  },
                  "assigned_to": {
                    "type": [
                      "integer",
                      "null"
                    ],
                    "minimum": 1
                  },
                  "due_at": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "maxLength": 40
                  }
                }
              }
            }
          }
        }
      }
    },
    "settings": {},
    "on_error": "continue"
  }
]
$templates$) s(code text, name text, hook text, condition jsonb, system_text text, user_text text, output_schema jsonb,
    settings jsonb, on_error prompt_on_error)
), made as (
  insert into prompt_templates (org_id, code, name, hook, condition, system_text, user_text, output_schema, settings,
    on_error, is_builtin)
  select o.id, s.code, s.name, s.hook, s.condition, s.system_text, s.user_text, s.output_schema, s.settings, s.on_error, true
  from organizations o cross join built_in s
  where o.status <> 'closed' and not exists (
    select from prompt_templates t where t.org_id = o.id and t.code = s.code and t.deleted_at is null)
  order by o.id, s.hook
  returning *
)
insert into prompt_template_versions (org_id, template_id, version, snapshot, changed_at)
select m.org_id, m.id, m.version, jsonb_build_object('name', m.name, 'hook', m.hook, 'condition', m.condition,
  'system_text', m.system_text, 'user_text', m.user_text, 'output_schema', m.output_schema, 'settings', m.settings,
  'on_error', m.on_error, 'is_enabled', m.is_enabled), m.updated_at
from made m;
