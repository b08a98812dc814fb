import type { Description } from './sent.ts';

interface Parameter {
  $ref?: string;
}

type Operations = Record<string, Record<string, { parameters?: Parameter[] }>>;

/** Returns a document without shared parameters: each is inlined into its operations. */
export function withParametersInPlace<Document extends Description>(description: Document): Document {
  const { parameters: shared = {}, ...components } = description.components ?? {};
  const paths = structuredClone(description.paths) as Operations;
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    operation.parameters = operation.parameters?.map(
      (one) => shared[one.$ref?.split('/').at(-1) ?? ''] ?? one,
    );
    if (!operation.parameters) delete operation.parameters;
  }
  return { ...description, components, paths };
}
