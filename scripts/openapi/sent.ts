interface Sent {
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
}

interface Operation {
  callbacks?: Record<string, Record<string, Record<string, Sent>>>;
}

interface Choice {
  discriminator?: { mapping?: Record<string, string> };
}

/** A description of an API, as far as it is looked at here. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, object>; parameters?: Record<string, object> };
}

/**
 * A description in which what the service sends to others is answers like any other, each type of event one of its own:
 * the comparison does not follow what operations send later, and takes choices by their place in a list.
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
