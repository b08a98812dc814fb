import type { components } from '@wfp/client';
import type { JsonSchema } from '../../api/resources.ts';

export type Setting = components['schemas']['SettingMetadata'];

/** The schema of a form for the settings of a section. The value null, for an empty field, restores the default. */
export function sectionSchema(settings: readonly Setting[]): JsonSchema {
  const properties = settings.map(({ key, description, schema }) => {
    const { $schema: _, ...own } = schema as JsonSchema & { $schema?: string };
    return [key, { anyOf: [...(own.anyOf ?? [own]), { type: 'null' }], description }] as const;
  });
  return { properties: Object.fromEntries(properties) };
}
