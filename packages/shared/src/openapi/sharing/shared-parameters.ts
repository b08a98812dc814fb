import type { Operation, Parameter, Reference } from '../document-types.ts';

type Paths = Readonly<Record<string, Record<string, Operation>>>;

/** A parameter is shared if at least this many operations have it in the same form. */
const minUses = 3;

/**
 * Moves repeated parameters into components, and replaces them by references. Components are named like the parameter; if
 * a name has several repeated forms, such as `sort`, the less frequent ones have a number: `sort2`.
 */
export function shareParameters(paths: Paths): Record<string, Parameter> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const shared = findShared(operations.flatMap(({ parameters = [] }) => parameters.filter(isInline)));
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((one) => {
      const found = isInline(one) ? shared.get(parameterKey(one)) : undefined;
      return found ? { $ref: `#/components/parameters/${found.name}` } : one;
    });
  }
  const components = [...shared.values()].map(({ name, parameter }) => [name, parameter] as const);
  return Object.fromEntries(components.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface SharedParameter {
  /** The name of the component. */
  name: string;
  parameter: Parameter;
}

/** The parameters to share, by key. */
function findShared(all: readonly Parameter[]): Map<string, SharedParameter> {
  const found = [...Map.groupBy(all, ({ name }) => name)].flatMap(([name, uses]) =>
    [...Map.groupBy(uses, parameterKey)]
      .filter(([, same]) => same.length >= minUses)
      .sort(([, a], [, b]) => b.length - a.length)
      .flatMap(([key, [parameter]], index) =>
        parameter ? [[key, { name: index === 0 ? name : `${name}${index + 1}`, parameter }] as const] : [],
      ),
  );
  return new Map(found);
}

const parameterKey = (one: Parameter): string => JSON.stringify(one);

const isInline = (one: Parameter | Reference): one is Parameter => 'name' in one;
