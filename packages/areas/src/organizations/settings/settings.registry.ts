import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AddressRange } from '../../auth/index.ts';

/** A setting: what it may be, what it is until somebody says otherwise, and what it does. */
interface Setting {
  type: z.ZodType;
  default: unknown;
  description: string;
}

/**
 * Every setting of an organization, by section. A setting exists because something reads it: the service
 * itself, or the clients it is for.
 */
export const settingsRegistry = {
  general: {
    welcome_message: {
      type: z.string().max(1_000),
      default: '',
      description: 'What clients greet people with after they sign in',
    },
  },
  security: {
    session_hours: {
      type: z.int().min(1).max(8_760).nullable(),
      default: null,
      description: 'How long a sign-in lasts at most, however often it is refreshed; null for no end',
    },
    require_mfa: {
      type: z.enum(['none', 'privileged', 'all']),
      default: 'none',
      description: 'Who needs a second factor: nobody, owners and administrators and hr, or everybody',
    },
    mfa_grace_days: {
      type: z.int().min(0).max(90),
      default: 7,
      description: 'How long people have to set one up before a session reaches nothing else',
    },
    allowed_networks: {
      type: z.array(AddressRange).max(50),
      default: [],
      description: 'The only networks that members may call from; empty for all',
    },
    key_lifetime_days: {
      type: z.int().min(1).max(3_650).nullable(),
      default: null,
      description: 'How long an API key lives at most; null for no end',
    },
    password_max_age_days: {
      type: z.int().min(30).max(3_650).nullable(),
      default: null,
      description:
        'After how many days a password has to be replaced before the next sign-in; null for never',
    },
  },
  branding: {
    accent_color: {
      type: z.string().regex(/^#[0-9a-f]{6}$/, 'Must be a colour such as #2563eb'),
      default: '#2563eb',
      description: 'The colour that clients and mails use',
    },
  },
  features: {
    restrict_labels: {
      type: z.boolean(),
      default: false,
      description: 'Whether a task may only have a label of the catalogue',
    },
  },
  localization: {
    week_start: {
      type: z.enum(['monday', 'saturday', 'sunday']),
      default: 'monday',
      description: 'The first day of the week in calendars',
    },
    date_format: {
      type: z.enum(['iso', 'dmy', 'mdy']),
      default: 'iso',
      description: 'How clients write dates; the API always writes ISO 8601',
    },
  },
  webhooks: {
    max_endpoints: {
      type: z.int().min(1).max(200),
      default: 50,
      description: 'How many webhook endpoints the organization may have',
    },
  },
  prompts: {
    runs_per_day: {
      type: z.int().min(0).max(1_000_000),
      default: 10_000,
      description: 'How often providers of prompts may be asked in a day, in UTC',
    },
    tokens_per_day: {
      type: z.int().min(0).max(1_000_000_000),
      default: 2_000_000,
      description: 'After how many tokens in a day, in UTC, providers of prompts are asked no more',
    },
  },
} as const satisfies Record<string, Record<string, Setting>>;

export type Section = keyof typeof settingsRegistry;

/** The values of a section with its defaults merged in. */
export type SectionSettings<S extends Section> = {
  [Key in keyof (typeof settingsRegistry)[S]]: (typeof settingsRegistry)[S][Key] extends {
    type: infer T extends z.ZodType;
  }
    ? z.output<T>
    : never;
};

export const sections = Object.keys(settingsRegistry) as Section[];

/** What a section holds when what was set is laid over the defaults. */
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

/** Every section with all of its values, as answers carry them. */
export const AllSettings = z.object(
  Object.fromEntries(
    sections.map((section) => [section, z.object(sectionShape(section, (type) => type)).optional()]),
  ),
);

/** What a change may say: any values of any sections; null puts one back to its default. */
export const SettingsPatch = z.strictObject({
  ...Object.fromEntries(
    sections.map((section) => [
      section,
      z.strictObject(sectionShape(section, (type) => type.nullable().optional())).optional(),
    ]),
  ),
  confirm: z.boolean().optional().meta({
    description: 'Go on although the change would end this very session',
  }),
});
export type SettingsPatch = { [S in Section]?: Record<string, unknown> } & { confirm?: boolean };
