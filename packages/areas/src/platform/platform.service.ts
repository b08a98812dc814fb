import { readFileSync } from 'node:fs';
import {
  type Access,
  areasOf,
  type Call,
  type Caller,
  catalogueOf,
  furtherResourcesOf,
  maxBodyBytes,
  maxBodyKeys,
  maxBodyValues,
  maxPublicBodyBytes,
  notFound,
  type Permission,
  type Platform,
  resourceOf,
  rightOf,
  type Scope,
} from '@wfp/shared';
import { completeList, countries, currencies, languages, maxPageSize, timeZones } from '@wfp/shared/contract';
import { maxFileBytes } from '../files/index.ts';
import { settingsRegistry } from '../organizations/index.ts';
import type { Action } from './actions.ts';
import { describeAreas, type PlatformDescription, type ResourceDescription } from './describe.ts';
import { toJsonSchema } from './fields/json-schema.ts';
import { operators } from './operators.ts';
import type { EventTypesQuery, SchemaQuery } from './platform.contract.ts';

type CallerOnly = Pick<Call<unknown, unknown, unknown>, 'caller'>;
type ByCode<Query = unknown> = Pick<Call<{ code: string }, Query, unknown>, 'caller' | 'params' | 'query'>;

const descriptions = new WeakMap<Platform, PlatformDescription>();

/** Cached per process: declarations never change while it runs. */
function getDescription(platform: Platform): PlatformDescription {
  const known = descriptions.get(platform);
  if (known) return known;
  const description = describeAreas(areasOf(platform));
  descriptions.set(platform, description);
  return description;
}

const permissionsOf = ({ platform }: Caller, code: string) =>
  platform.access.permissions.filter((permission) => resourceOf(permission) === code);

/**
 * True if the caller can read any row of a resource. For a resource without a read permission, any permission on it is
 * sufficient.
 */
function canSeeResource(caller: Caller, code: string): boolean {
  const permissions = permissionsOf(caller, code);
  const read: Permission = `${code}:read`;
  if (permissions.includes(read)) return caller.rowScopeFor(read) !== null;
  return permissions.some((permission) => caller.rowScopeFor(permission));
}

/** True if the caller can call an operation on any record. */
const mayCall = (caller: Caller, can: Access): boolean =>
  !can.includes(':') || caller.rowScopeFor(can as Permission) !== null;

function describeFor(caller: Caller, { schemas: _, actions, parts, ...described }: ResourceDescription) {
  const held = permissionsOf(caller, described.code).filter((permission) => caller.rowScopeFor(permission));
  return {
    ...described,
    actions: actionsFor(caller, actions),
    parts: parts
      .filter(({ can }) => mayCall(caller, can))
      .map(({ schemas: _, can: __, actions, ...part }) => ({
        ...part,
        actions: actionsFor(caller, actions),
      })),
    rights: held.map(rightOf),
  };
}

const actionsFor = (caller: Caller, actions: readonly Action[]) =>
  actions
    .filter(({ can }) => mayCall(caller, can))
    .map(({ can: _, schema, ...action }) => ({ ...action, has_body: schema !== null }));

function resourcesFor(caller: Caller) {
  return getDescription(caller.platform)
    .resources.filter((one) => canSeeResource(caller, one.code))
    .map((one) => describeFor(caller, one));
}

/** Event types of resources that the caller can see. Types without a resource require reading the audit log. */
function eventsFor(caller: Caller) {
  const further = furtherResourcesOf(catalogueOf(areasOf(caller.platform)));
  return getDescription(caller.platform).events.filter(({ type, resource }) =>
    [resource ?? 'audit_log', further.get(type)?.resource ?? []]
      .flat()
      .every((code) => canSeeResource(caller, code)),
  );
}

function permissionsFor(caller: Caller) {
  const { access } = caller.platform;
  return access.permissions
    .filter((permission) => canSeeResource(caller, resourceOf(permission)))
    .map((permission) => {
      const resource = resourceOf(permission);
      const scopes: Scope[] = [...new Set<Scope>([...(access.resources.get(resource)?.scopes ?? []), 'org'])];
      return { permission, resource, right: rightOf(permission), scopes };
    });
}

function settingsFor(caller: Caller) {
  if (!canSeeResource(caller, 'organization_setting')) return [];
  return Object.entries(settingsRegistry).flatMap(([section, settings]) =>
    Object.entries(settings).map(([key, { type, default: preset, description }]) => ({
      section,
      key,
      description,
      schema: toJsonSchema(type, 'input'),
      default: preset,
    })),
  );
}

export function getMetadata({ caller }: CallerOnly) {
  return {
    ...getVersion(),
    resources: resourcesFor(caller),
    events: eventsFor(caller),
    permissions: permissionsFor(caller),
    operators,
    settings: settingsFor(caller),
    limits: getLimits({ caller }),
  };
}

export const listResources = ({ caller }: CallerOnly) => completeList(resourcesFor(caller));

export function getResource({ caller, params }: ByCode) {
  return describeFor(caller, requireResource(caller, params.code));
}

export function getSchema({ caller, params, query }: ByCode<SchemaQuery>) {
  const resource = requireResource(caller, params.code);
  const part = resource.parts.find(({ name, can }) => name === query.part && mayCall(caller, can));
  const { schemas, actions } = query.part === undefined ? resource : (part ?? noRequests);
  const action = actions.find(({ name, can }) => name === query.action && mayCall(caller, can));
  const schema = query.for === 'action' ? action?.schema : schemas[query.for];
  if (!schema) throw notFound('Schema');
  return schema;
}

const noRequests: Pick<ResourceDescription, 'schemas' | 'actions'> = { schemas: {}, actions: [] };

function requireResource(caller: Caller, code: string): ResourceDescription {
  const found = getDescription(caller.platform).resources.find((one) => one.code === code);
  if (!found || !canSeeResource(caller, code)) throw notFound('Resource');
  return found;
}

export const listEventTypes = ({ caller }: CallerOnly) => completeList(eventsFor(caller));
export function listEventCatalogue({ caller, query }: Call<unknown, EventTypesQuery, unknown>) {
  const visible = new Set(eventsFor(caller).map((one) => one.type));
  const { catalogue } = getDescription(caller.platform);
  const matching = catalogue.filter(
    (one) => !query.aggregate_type || one.aggregate_type === query.aggregate_type,
  );
  return completeList(matching.filter((one) => visible.has(one.event_type)));
}
export const listPermissions = ({ caller }: CallerOnly) => completeList(permissionsFor(caller));
export const listSettings = ({ caller }: CallerOnly) => completeList(settingsFor(caller));
export const listOperators = () => completeList(operators);
export const listTimeZones = () => completeList(timeZones());
export const listCurrencies = () => completeList(currencies());
export const listCountries = () => completeList(countries());
export const listLanguages = () => completeList(languages());

export function getLimits({ caller }: CallerOnly) {
  const { config } = caller.platform;
  return {
    page_size: maxPageSize,
    page_size_default: 25,
    body_bytes: maxBodyBytes,
    public_body_bytes: maxPublicBodyBytes,
    body_values: maxBodyValues,
    body_keys: maxBodyKeys,
    file_bytes: maxFileBytes,
    idempotency_hours: 24,
    requests_per_minute: config.RATE_LIMIT_PER_MINUTE,
    webhook_attempts: config.WEBHOOK_RETRY_SCHEDULE.length,
    webhook_timeout_ms: config.WEBHOOK_TIMEOUT_MS,
  };
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const getVersion = () => ({ version });
