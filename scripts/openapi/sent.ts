interface Sent {
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
}

interface Operation {
  callbacks?: Record<string, Record<string, Record<string, Sent>>>;
}

interface Choice {
  discriminator?: { mapping?: Record<string, string> };
}

/** The parts of an OpenAPI document that are used here. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, object>; parameters?: Record<string, object> };
}

/**
 * Returns a document in which each event type of a callback is the response of an operation of its own, because the comparison
 * ignores callbacks and compares alternatives by their position in a list.
 */
export function withSent(description: Description): Description {
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const sent = operations.flatMap(({ callbacks = {} }) =>
    Object.entries(callbacks).flatMap(([name, requests]) =>
      Object.values(requests)
        .flatMap((methods) => Object.values(methods))
        .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
        .flatMap(({ schema }) => bodiesOf(name, schema, description)),
    ),
  );
  return { ...description, paths: { ...description.paths, ...Object.fromEntries(sent) } };
}

function bodiesOf(
  name: string,
  schema: { $ref?: string },
  { components }: Description,
): [string, Record<string, Operation>][] {
  const choice = components?.schemas?.[schema.$ref?.split('/').at(-1) ?? ''] as Choice | undefined;
  const mapping = choice?.discriminator?.mapping;
  if (!mapping) return [[name, answering(schema)]];
  return Object.entries(mapping).map(([value, $ref]) => [`${name} ${value}`, answering({ $ref })]);
}

const answering = (schema: object): Record<string, Operation> => ({
  post: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } as Operation,
});
