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

/** A metadata endpoint for all signed-in callers. The handler omits what the caller may not read. */
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
    isStorable: true,
    handler,
  });
}

/** An endpoint for the catalogue of event types, which is served at two paths. */
function eventTypesEndpoint(path: string, summary: string): Endpoint {
  return endpoint({
    method: 'get',
    path,
    summary,
    details: 'Each type has a description, the operations that emit it and a JSON Schema.',
    can: 'signed-in',
    query: EventTypesQuery,
    returns: { 200: ListOf(EventTypeMetadata) },
    handler: listEventCatalogue,
  });
}

export const platformEndpoints: readonly Endpoint[] = [
  metadataEndpoint('metadata', 'Fetch all metadata', Metadata, getMetadata),
  metadataEndpoint('resources', 'List resources with their fields', ListOf(ResourceMetadata), listResources),
  endpoint({
    method: 'get',
    path: '/platform/resources/:code',
    summary: 'Fetch a resource with its fields',
    can: 'signed-in',
    params: ResourceParams,
    returns: { 200: ResourceMetadata },
    isStorable: true,
    handler: getResource,
  }),
  endpoint({
    method: 'get',
    path: '/platform/resources/:code/schema',
    summary: 'Fetch a JSON Schema of a resource',
    can: 'signed-in',
    params: ResourceParams,
    query: SchemaQuery,
    returns: { 200: AnySchema },
    isStorable: true,
    handler: getSchema,
  }),
  metadataEndpoint('events', 'List names of event types', ListOf(EventType), listEventTypes),
  eventTypesEndpoint('/platform/metadata/events', 'List metadata of event types'),
  eventTypesEndpoint('/event-types', 'List event types'),
  metadataEndpoint('permissions', 'List permissions', ListOf(PermissionMetadata), listPermissions),
  metadataEndpoint('operators', 'List condition operators', ListOf(Operator), listOperators),
  metadataEndpoint(
    'settings',
    'List the available organization settings',
    ListOf(SettingMetadata),
    listSettings,
  ),
  metadataEndpoint('limits', 'Fetch service limits', Limits, getLimits),
  metadataEndpoint('time-zones', 'List IANA time zones', Codes, listTimeZones),
  metadataEndpoint('currencies', 'List ISO 4217 currencies', NamedList, listCurrencies),
  metadataEndpoint('countries', 'List ISO 3166 countries', NamedList, listCountries),
  metadataEndpoint('languages', 'List ISO 639 languages', NamedList, listLanguages),
  metadataEndpoint('version', 'Fetch the service version', Version, getVersion),
];
