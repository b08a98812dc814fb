import { isDeepStrictEqual } from 'node:util';
import type { NotificationSetting } from '@wfp/shared';
import { Prose } from '@wfp/shared/contract';
import { z } from 'zod';
import { AddressRange } from '../../auth/index.ts';

interface Setting {
  type: z.ZodType;
  default: unknown;
  description: string;
}

/** All settings of an organization, by section. Each is read by the service or by clients. */
export const settingsRegistry = {
  general: {
    welcome_message: {
      type: Prose(1_000),
      default: '',
      description: 'Greeting that clients show after sign-in',
    },
  },
  security: {
    session_hours: {
      type: z.int().min(1).max(8_760).nullable(),
      default: null,
      description: 'Maximum duration of a session in hours, including refreshes; null for no limit',
    },
    require_mfa: {
      type: z.enum(['none', 'privileged', 'all']),
      default: 'none',
      description: 'Users who need a second factor: none, privileged (owners, administrators and HR) or all',
    },
    mfa_grace_days: {
      type: z.int().min(0).max(90),
      default: 7,
      description: 'Days to set up a second factor; after that, sessions are restricted to setting it up',
    },
    allowed_networks: {
      type: z.array(AddressRange).max(50),
      default: [],
      description: 'Networks from which members can send requests; empty for all',
    },
    key_lifetime_days: {
      type: z.int().min(1).max(3_650).nullable(),
      default: null,
      description: 'Maximum lifetime of an API key in days; null for no limit',
    },
    password_max_age_days: {
      type: z.int().min(30).max(3_650).nullable(),
      default: null,
      description: 'Age in days after which a password must be reset before the next sign-in; null for never',
    },
  },
  branding: {
    accent_color: {
      type: z.string().regex(/^#[0-9a-f]{6}$/, 'Must be # and six digits of 0-9 and a-f, such as #2563eb'),
      default: '#2563eb',
      description: 'Accent color of mails and clients',
    },
  },
  features: {
    restrict_labels: {
      type: z.boolean(),
      default: false,
      description: 'If true, tasks accept only labels of the catalogue',
    },
  },
  localization: {
    week_start: {
      type: z.enum(['monday', 'saturday', 'sunday']),
      default: 'monday',
      description: 'First day of the week in calendars',
    },
    date_format: {
      type: z.enum(['iso', 'dmy', 'mdy']),
      default: 'iso',
      description: 'Date format of clients; the API always uses ISO 8601',
    },
  },
  notifications: {
    task_reminders: {
      type: z.boolean(),
      default: true,
      description: 'Mail reminders of tasks to the users who requested them and to assignees',
    },
    initiative_updates: {
      type: z.boolean(),
      default: true,
      description: 'Mail owners of initiatives that have had no update for 14 days',
    },
    api_key_expiry: {
      type: z.boolean(),
      default: true,
      description: 'Mail users a week and a day before one of their API keys expires',
    },
    webhook_failures: {
      type: z.boolean(),
      default: true,
      description: 'Mail administrators when a webhook endpoint fails for hours or is disabled',
    },
    announcements: {
      type: z.boolean(),
      default: true,
      description: 'Mail announcements that have send_mail to the users in their audience',
    },
  } satisfies Record<NotificationSetting, Setting>,
  privacy: {
    audit_retention_days: {
      type: z.int().min(365).max(3_650),
      default: 365,
      description: 'Days for which events and the audit log stay available before operators may archive them',
    },
    show_sign_in_times: {
      type: z.boolean(),
      default: false,
      description: 'If true, all users see when others last signed in',
    },
  },
  webhooks: {
    max_endpoints: {
      type: z.int().min(1).max(200),
      default: 50,
      description: 'Maximum number of webhook endpoints',
    },
  },
  prompts: {
    runs_per_day: {
      type: z.int().min(0).max(1_000_000),
      default: 10_000,
      description:
        'Maximum number of prompt runs per day (UTC) that call a model; runs of the built-in rules are not counted',
    },
    tokens_per_day: {
      type: z.int().min(0).max(1_000_000_000),
      default: 2_000_000,
      description: 'Maximum number of prompt tokens per day (UTC)',
    },
  },
} as const satisfies Record<string, Record<string, Setting>>;

export type Section = keyof typeof settingsRegistry;

export type SectionSettings<S extends Section> = {
  [Key in keyof (typeof settingsRegistry)[S]]: (typeof settingsRegistry)[S][Key] extends {
    type: infer T extends z.ZodType;
  }
    ? z.output<T>
    : never;
};

export const sections = Object.keys(settingsRegistry) as Section[];

export function withDefaults<S extends Section>(
  section: S,
  stored: Record<string, unknown>,
): SectionSettings<S> {
  const known: Record<string, Setting> = settingsRegistry[section];
  return Object.fromEntries(
    Object.entries(known).map(([key, setting]) => [key, stored[key] ?? setting.default]),
  ) as SectionSettings<S>;
}

/** Replaces defaults by null, which removes the stored value. */
export function withoutDefaults(section: Section, values: Record<string, unknown>): Record<string, unknown> {
  const known: Record<string, Setting> = settingsRegistry[section];
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      isDeepStrictEqual(value, known[key]?.default) ? null : value,
    ]),
  );
}

type Shape = Record<string, z.ZodType>;
const sectionShape = (section: Section, wrap: (type: z.ZodType) => z.ZodType): Shape =>
  Object.fromEntries(Object.entries(settingsRegistry[section]).map(([key, { type }]) => [key, wrap(type)]));

export const AllSettings = z.object(
  Object.fromEntries(
    sections.map((section) => [section, z.object(sectionShape(section, (type) => type)).optional()]),
  ),
);

/** A patch of any values of any sections; null resets a value to its default. */
export const SettingsPatch = z.strictObject({
  ...Object.fromEntries(
    sections.map((section) => [
      section,
      z.strictObject(sectionShape(section, (type) => type.nullable().optional())).optional(),
    ]),
  ),
  confirm: z.boolean().optional().meta({
    description: 'Apply the change even if it ends or restricts your own session',
  }),
});
export type SettingsPatch = { [S in Section]?: Record<string, unknown> } & { confirm?: boolean };
