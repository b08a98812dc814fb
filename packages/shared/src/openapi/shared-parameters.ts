import type { Operation, Parameter, Reference } from './document-types.ts';

type Paths = Readonly<Record<string, Record<string, Operation>>>;

/** A parameter is shared if at least this many operations have it in the same form. */
const minUses = 3;

/**
 * Moves repeated parameters into components, named like the parameter, and replaces them by references. If a name has
 * several forms, such as `sort`, only a form used by most of its operations is shared.
 */
export function shareParameters(paths: Paths): Record<string, Parameter> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const shared = findShared(operations.flatMap(({ parameters = [] }) => parameters.filter(isInline)));
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((one) => {
      const isShared = isInline(one) && shared.get(one.name)?.form === parameterKey(one);
      return isShared ? { $ref: `#/components/parameters/${one.name}` } : one;
    });
  }
  return Object.fromEntries([...shared].map(([name, { parameter }]) => [name, parameter]));
}

function findShared(all: readonly Parameter[]): Map<string, { form: string; parameter: Parameter }> {
  const shared = [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, uses]) =>
    [...Map.groupBy(uses, parameterKey)].flatMap(([form, [parameter, ...others]]) =>
      parameter && others.length + 1 >= minUses && (others.length + 1) * 2 > uses.length
        ? [[name, { form, parameter }] as const]
        : [],
    ),
  );
  return new Map(shared.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const parameterKey = (one: Parameter): string => JSON.stringify(one);

const isInline = (one: Parameter | Reference): one is Parameter => 'name' in one;
