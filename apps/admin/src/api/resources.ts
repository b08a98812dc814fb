import { queryOptions, useQuery } from '@tanstack/react-query';
import type { components } from '@wfp/client';
import { operations } from './operations.ts';
import { type OpenedOrganization, useOrganization } from './session/session-context.ts';
import { useIsAvailable } from './start.ts';

export type Resource = components['schemas']['ResourceMetadata'];
export type Field = components['schemas']['FieldMetadata'];
export type Action = components['schemas']['ActionMetadata'];
export type Part = components['schemas']['PartMetadata'];

/** A resource whose records do not belong to a record of another resource, except the organization itself. */
export type ListedResource = Resource & {
  path: string;
  /** The path with its parameters; equals `path` if there are none. */
  template: string;
};

const organizationPath = '/organizations/:id';

export const isTopLevel = ({ path }: Resource): boolean =>
  path !== null && !path.replace(organizationPath, '').includes(':');

/** The resource with the path of the organization. Undefined if its records belong to others. */
export function listedResource(resource: Resource, org_id: number): ListedResource | undefined {
  const template = resource.path;
  if (template === null || !isTopLevel(resource)) return undefined;
  return { ...resource, template, path: template.replace(organizationPath, `/organizations/${org_id}`) };
}

/** The key of an operation in the table of operations. */
export const operationOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

/** Replaces the parameters of a path, in their order. */
export function fillPath(path: string, ids: readonly (string | number)[]): string {
  let next = 0;
  return path.replaceAll(/:\w+/g, () => encodeURIComponent(ids[next++] ?? ''));
}

/** The part of a JSON Schema of a resource that is used. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  enum?: readonly unknown[];
  pattern?: string;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  'x-ui'?: { widget: string; order: number; section: string };
  'x-ref'?: string;
  'x-enum'?: string;
  'x-items'?: 'weekdays';
  'x-variables'?: readonly string[];
  'x-condition'?: ConditionSchema;
  'x-catalogue'?: Catalogue;
}

/** The metadata that lists the possible values of a list of texts. */
export type Catalogue = 'events' | 'permissions';

/** The fields and variables that a condition can compare. */
export interface ConditionSchema {
  fields: Readonly<Record<string, ConditionField>>;
  /** `record.*` and `input.*` stand for all fields. */
  variables: readonly string[];
}

export interface ConditionField {
  kind: 'text' | 'number' | 'date' | 'moment' | 'flag' | 'list';
  ops: readonly string[];
  values?: readonly string[];
  vocabulary?: string;
  ref?: string;
}

export const resourcesQuery = ({ session, slug }: OpenedOrganization) =>
  queryOptions({
    queryKey: [slug, 'resources'],
    queryFn: async ({ signal }) => (await session.client.get('/platform/resources', { signal })).data,
    staleTime: 300_000,
  });

/** The resources that the user may see, with the rights of the user. */
export const useResources = () => useQuery(resourcesQuery(useOrganization()));

type Purpose = 'create' | 'update' | 'filter' | 'action';

export const schemaQuery = (
  { session, slug }: OpenedOrganization,
  code: string,
  purpose: Purpose,
  of: { part?: string; action?: string } = {},
) =>
  queryOptions({
    queryKey: [slug, 'schema', code, purpose, of],
    queryFn: async ({ signal }) =>
      (await session.client.get('/platform/resources/{code}/schema', {
        params: { path: { code }, query: { for: purpose, ...of } },
        signal,
      })) as JsonSchema,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The JSON Schema of requests for a resource, for a part of its records or for an action. Nothing without a code. */
export const useSchema = (
  code: string | undefined,
  purpose: Purpose,
  of?: { part?: string; action?: string },
) =>
  useQuery({
    ...schemaQuery(useOrganization(), code ?? '', purpose, of),
    enabled: code !== undefined,
  });

const noResources: readonly Resource[] = [];
const rightsHeld = new WeakMap<readonly Resource[], ReadonlySet<string>>();

/** All rights of the user, as texts of the table of operations. Collected once for each response, not for each control. */
function rightsIn(resources: readonly Resource[]): ReadonlySet<string> {
  const known = rightsHeld.get(resources);
  if (known) return known;
  const held = new Set(resources.flatMap(({ code, rights }) => rights.map((right) => `${code}:${right}`)));
  rightsHeld.set(resources, held);
  return held;
}

/** Returns a function that is true for an operation, such as `POST /teams`, that the user may call on any record. */
export function useCan(): (operation: string) => boolean {
  const { data: resources = noResources } = useResources();
  const isAvailable = useIsAvailable();
  const held = rightsIn(resources);
  return (operation) =>
    isAvailable(operation) && held.has((operations as Readonly<Record<string, string>>)[operation] ?? '');
}

/** Returns the actions that are possible, although the organization may be read-only. */
export function useAvailableActions(actions: readonly Action[]): Action[] {
  const isAvailable = useIsAvailable();
  return actions.filter(({ method, path }) => isAvailable(operationOf(method, path)));
}

/** The parameters that identify records, by the path of their list. Read once: there are several look-ups for each event and row. */
const keys = new Map(
  Object.keys(operations).flatMap((operation) => {
    const [, path, key] = /^GET ([^{]+)\/\{(\w+)\}$/.exec(operation) ?? [];
    return path !== undefined && key !== undefined ? [[path, key] as const] : [];
  }),
);

/** The parameter that identifies a record below the path of a list; undefined if single records cannot be read. */
export const keyOf = (path: string): string | undefined => keys.get(path);
