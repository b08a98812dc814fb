import { areas, describeEventType } from '@wfp/areas';
import { catalogueOf, eventRecordColumns } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { z } from 'zod';

interface Database {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
}

/** The schemas that are published, strict about names that they do not know. */
const schemas = new Map(
  catalogueOf(areas).map((event) => {
    const { schema } = describeEventType(event, new Map());
    return [event.type, { names: namesIn(schema), shape: z.fromJSONSchema(schema as never) }];
  }),
);

function namesIn(schema: ReturnType<typeof describeEventType>['schema']): Set<string> {
  const { payload, ...fields } = schema.properties as Record<string, { properties?: object }>;
  return new Set([...Object.keys(fields), ...Object.keys(payload?.properties ?? {}), 'payload']);
}

/**
 * Looks at events as clients get them, and fails on one that is not as its type is declared: about another kind
 * of record, or with a name where the catalogue says none. Types of no area of the product are let through.
 */
export async function assertCatalogued(database: Database, ids: readonly number[]): Promise<void> {
  const records = await database.rows<{ event_type: string; payload: object }>(
    Prisma.sql`select ${eventRecordColumns} from events e where e.id = any(${[...ids]}::int8[])`,
  );
  for (const record of records) {
    const { names, shape } = schemas.get(record.event_type) ?? {};
    const sent = JSON.parse(JSON.stringify(record)) as typeof record;
    const fault = shape?.safeParse(sent).error?.message;
    const unknown = [...Object.keys(sent), ...Object.keys(sent.payload)].filter((name) => !names?.has(name));
    if (fault || (shape && unknown.length > 0))
      throw new Error(`${record.event_type} is not as it is declared: ${fault ?? `it has ${unknown}`}`);
  }
}
