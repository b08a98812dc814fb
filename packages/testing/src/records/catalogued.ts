import { areas, describeEventType } from '@wfp/areas';
import { catalogueOf, eventRecordColumns } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { z } from 'zod';

interface Database {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
}

/** The published schemas by event type, with their field names, to reject unknown ones. */
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
 * Checks events, as clients receive them, against the declaration of their type. Types declared only by tests pass.
 *
 * @throws Error for an event that does not match its declaration
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
      throw new Error(
        `${record.event_type} does not match its declaration: ${fault ?? `unknown field ${unknown}`}`,
      );
  }
}
