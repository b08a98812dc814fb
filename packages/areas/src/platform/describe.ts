import { type Access, type Area, catalogueOf, type Endpoint, type Resource } from '@wfp/shared';
import {
  type CollectionDescription,
  describeCollection,
  describeStructure,
  findMainEndpoint,
  findParts,
  type Structure,
} from './collections.ts';
import { describeEventType } from './event-types.ts';
import type { EventTypeMetadata } from './platform.contract.ts';

/** The declaration of a resource, independent of the caller's rights. */
export interface ResourceDescription extends Omit<CollectionDescription, 'path'>, Structure {
  code: string;
  label: string;
  path: string | null;
  has_names: boolean;
  parts: readonly PartDescription[];
  scopes: readonly string[];
  events: readonly string[];
  hooks: readonly string[];
}

/** The records of one record, such as the comments of a task. */
export interface PartDescription extends CollectionDescription {
  name: string;
  can: Access;
}

/**
 * An event type, with the resource whose readers see the events; `resource` is null if only readers of the audit log
 * do.
 */
export interface EventTypeDescription {
  type: string;
  resource: string | null;
}

export interface PlatformDescription {
  resources: readonly ResourceDescription[];
  events: readonly EventTypeDescription[];
  catalogue: readonly EventTypeMetadata[];
}

export function describeAreas(areas: readonly Area[]): PlatformDescription {
  const endpoints = areas.flatMap((area) => area.endpoints ?? []);
  const declared = areas.flatMap((area) => area.resources ?? []);
  const codes = new Set(declared.map((one) => one.code));
  const events = catalogueOf(areas).map(({ type, aggregate }) => ({
    type,
    resource: codes.has(aggregate) ? aggregate : null,
  }));
  const resources = declared
    .map((one) => describeResource(one, endpoints, codes, events))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  const labels = new Map(declared.map((one) => [one.code, one.label]));
  const catalogue = catalogueOf(areas).map((one) => describeEventType(one, labels));
  return { resources, events, catalogue };
}

const parseResource = (can: Access): string | null =>
  can.includes(':') ? (can.split(':')[0] ?? null) : null;

function describeResource(
  { code, label, scopes, naming, rows }: Resource,
  endpoints: readonly Endpoint[],
  codes: ReadonlySet<string>,
  events: readonly EventTypeDescription[],
): ResourceDescription {
  const own = endpoints.filter((one) => parseResource(one.can) === code);
  const main = findMainEndpoint(own);
  const names = { code, codes };
  const collection = main && describeCollection(main, own, endpoints, names);
  const parts = collection ? findParts(collection, endpoints) : [];
  return {
    code,
    label,
    ...(collection ?? noCollection),
    ...describeStructure(main),
    has_names: naming !== undefined && rows !== undefined,
    parts: parts.map((one) => ({
      name: one.path.split('/').at(-1) ?? '',
      can: one.can,
      // A parent of a part is a row of the part, which has no code here.
      ...describeCollection(one, endpoints, endpoints, { code: '', codes }),
    })),
    scopes: [...new Set([...scopes, 'org'])],
    events: events.filter((one) => one.resource === code).map((one) => one.type),
    hooks: listHooks(code, endpoints),
  };
}

const noCollection = {
  path: null,
  key: null,
  singleton: false,
  fields: [],
  secret_fields: [],
  actions: [],
  when: {},
  schemas: {},
};

function listHooks(code: string, endpoints: readonly Endpoint[]): string[] {
  const hooks = endpoints.flatMap(({ review }) => review?.hook ?? []);
  return [...new Set(hooks.filter((hook) => hook.startsWith(`${code}.`)))].sort();
}
