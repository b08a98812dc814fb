import path from 'node:path';
import { type ConfigGroup, configGroups, readConfig } from '@wfp/shared/config';
import { z } from 'zod';
import { tableOf, withParts } from './generated-part.ts';

export const configurationGuide = path.resolve(import.meta.dirname, '../../docs/configuration.md');

/** The page with every variable, as its schema declares it. */
export const withConfiguration = (guide: string): string =>
  withParts(guide, configGroups.map(sectionOf).join('\n'));

const required = {
  DATABASE_URL: 'postgresql://localhost/none',
  REDIS_URL: 'redis://localhost',
  JWT_SECRET: 'only for the defaults of the others',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
};
/** The values of a configuration in which only required variables are set. */
const defaultsIn = (NODE_ENV: string): Record<string, unknown> => ({
  ...readConfig({ ...required, NODE_ENV }),
});
const inDevelopment = defaultsIn('development');
const inProduction = defaultsIn('production');

function sectionOf({ title, keys }: ConfigGroup): string {
  const rows = Object.entries(keys).map(([name, key]) => {
    const schema = z.toJSONSchema(key, { io: 'input' });
    return [`\`${name}\``, defaultOf(name, schema), meaningOf(name, schema)];
  });
  return `## ${title}\n\n${tableOf([['variable', 'default', 'meaning'], ...rows])}`;
}

function defaultOf(name: string, schema: z.core.JSONSchema.JSONSchema): string {
  if (name in required) return 'required';
  // The default of a variable without one in its schema depends on other variables.
  const isDerived = !('default' in schema);
  const value = isDerived ? inDevelopment[name] : schema.default;
  if (value === '' || value === null) return 'none';
  const production = inProduction[name];
  const otherwise =
    isDerived && production !== value
      ? `, in production ${production === null ? 'none' : `\`${production}\``}`
      : '';
  return `\`${value}\`${otherwise}`;
}

function meaningOf(name: string, schema: z.core.JSONSchema.JSONSchema): string {
  if (!schema.description) throw new Error(`${name} has no description`);
  return [schema.description, ...allowedIn(schema)].join(' ');
}

/** The values that a variable permits, where its schema restricts them. */
function allowedIn(schema: z.core.JSONSchema.JSONSchema): string[] {
  const [first = schema] = (schema.anyOf ?? []) as z.core.JSONSchema.JSONSchema[];
  const { enum: values, minimum, maximum } = first;
  if (values) return [`One of ${values.map((one) => `\`${one}\``).join(', ')}.`];
  if (minimum === undefined || maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return [];
  return [`From ${minimum} to ${maximum}.`];
}
