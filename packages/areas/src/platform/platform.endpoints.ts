import { type Endpoint, endpoint } from '@wfp/shared';
import { ListOf } from '@wfp/shared/contract';
import type { z } from 'zod';
import {
  AnySchema,
  Codes,
  EventType,
  EventTypeMetadata,
  EventTypesQuery,
  Limits,
  Metadata,
  NamedList,
  Operator,
  PermissionMetadata,
  ResourceMetadata,
  ResourceParams,
  SchemaQuery,
  SettingMetadata,
  Version,
} from './platform.contract.ts';
import {
  getLimits,
  getMetadata,
  getResource,
  getSchema,
  getVersion,
  listCountries,
  listCurrencies,
  listEventCatalogue,
  listEventTypes,
  listLanguages,
  listOperators,
  listPermissions,
  listResources,
  listSettings,
  listTimeZones,
} from './platform.service.ts';

/** Something that every caller may ask for; the answer holds what they may know. */
function metadataEndpoint(
  path: string,
  summary: string,
  shape: z.ZodType,
  handler: (call: Parameters<typeof getMetadata>[0]) => unknown,
): Endpoint {
  return endpoint({
    method: 'get',
    path: `/platform/${path}`,
    summary,
    can: 'signed-in',
    returns: { 200: shape },
    handler,
  });
}

/** The catalogue of event types, where clients of metadata look for it and where those of webhooks do. */
function eventTypesEndpoint(path: string): Endpoint {
  return endpoint({
    method: 'get',
    path,
    summary: 'List event types',
    details: 'Each with its meaning, the operations that emit it and its JSON Schema.',
    can: 'signed-in',
    query: EventTypesQuery,
    returns: { 200: ListOf(EventTypeMetadata) },
    handler: listEventCatalogue,
  });
}

export const platformEndpoints: readonly Endpoint[] = [
  metadataEndpoint('metadata', 'Fetch all metadata that you may read', Metadata, getMetadata),
  metadataEndpoint(
    'resources',
    'List the resources you may read, with their fields',
    ListOf(ResourceMetadata),
    listResources,
  ),
  endpoint({
    method: 'get',
    path: '/platform/resources/:code',
    summary: 'Fetch one resource with its fields',
    can: 'signed-in',
    params: ResourceParams,
    returns: { 200: ResourceMetadata },
    handler: getResource,
  }),
  endpoint({
    method: 'get',
    path: '/platform/resources/:code/schema',
    summary: 'Fetch the JSON Schema of a body or query',
    can: 'signed-in',
    params: ResourceParams,
    query: SchemaQuery,
    returns: { 200: AnySchema },
    handler: getSchema,
  }),
  metadataEndpoint('events', 'List the names of event types', ListOf(EventType), listEventTypes),
  eventTypesEndpoint('/platform/metadata/events'),
  eventTypesEndpoint('/event-types'),
  metadataEndpoint(
    'permissions',
    'List the permissions on resources you may read',
    ListOf(PermissionMetadata),
    listPermissions,
  ),
  metadataEndpoint('operators', 'List the operators of conditions', ListOf(Operator), listOperators),
  metadataEndpoint('settings', 'List the settings of an organization', ListOf(SettingMetadata), listSettings),
  metadataEndpoint('limits', 'Fetch the limits of the service', Limits, getLimits),
  metadataEndpoint('time-zones', 'List IANA time zones', Codes, listTimeZones),
  metadataEndpoint('currencies', 'List ISO 4217 currencies', NamedList, listCurrencies),
  metadataEndpoint('countries', 'List ISO 3166 countries', NamedList, listCountries),
  metadataEndpoint('languages', 'List ISO 639 languages', NamedList, listLanguages),
  metadataEndpoint('version', 'Fetch the version of the service', Version, getVersion),
];
