import { randomUUID } from 'node:crypto';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestService } from '@wfp/testing';

const { sql } = Prisma;

/** The documented number of schemas that an organization may have compiled in a minute. */
export const maxSchemas = 30;

/** A schema that no test has used before. */
export function newSchema(required = ['verdict']) {
  const properties = { verdict: { enum: ['accept', 'reject'] }, [`unique_${randomUUID()}`]: true };
  return { type: 'object', required, properties };
}

/** Uses up the compilations of an organization in this minute, with the schema of a template. */
export async function exhaustCompilations(owner: Client, template: number): Promise<void> {
  for (let count = 0; count < maxSchemas; count += 1)
    await owner.call('PATCH', `/prompt-templates/${template}`, { output_schema: newSchema() });
  const { status } = await owner.call('PATCH', `/prompt-templates/${template}`, {
    output_schema: newSchema(),
  });
  if (status !== 429) throw new Error(`The organization can save a schema: ${status}`);
}

/** Replaces the schema of a template by one that was saved by another process. */
export async function storeUncompiledSchema(
  { platform }: TestService,
  owner: Client,
  template: number,
  schema = newSchema(),
) {
  await executeOperational(
    platform,
    sql`update prompt_templates set output_schema = ${JSON.stringify(schema)}::jsonb, version = version + 1
      where org_id = ${owner.user.org_id} and id = ${template} returning id`,
  );
  return schema;
}
