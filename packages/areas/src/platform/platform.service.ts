import { readFileSync } from 'node:fs';
import {
  areasOf,
  type Call,
  type Caller,
  notFound,
  type Permission,
  type Platform,
  resourceOf,
  rightOf,
  type Scope,
} from '@wfp/shared';
import { countries, currencies, languages, timeZones } from '@wfp/shared/contract';
import { settingsRegistry } from '../organizations/index.ts';
import { type Described, type Description, describeAreas } from './describe.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { operators } from './operators.ts';
import type { EventTypesQuery, SchemaQuery } from './platform.contract.ts';

type Asked = Pick<Call<unknown, unknown, unknown>, 'caller'>;
type ByCode<Query = unknown> = Pick<Call<{ code: string }, Query, unknown>, 'caller' | 'params' | 'query'>;

const descriptions = new WeakMap<Platform, Description>();

/** What the areas of this process declare never changes while it runs. */
function descriptionOf(platform: Platform): Description {
  const known = descriptions.get(platform);
  if (known) return known;
  const made = describeAreas(areasOf(platform));
  descriptions.set(platform, made);
  return made;
}

const listed = <Row>(data: readonly Row[]) => ({ data, total: data.length });

/** The permissions of a resource that some endpoint asks for. */
const permissionsOf = ({ platform }: Caller, code: string) =>
  platform.access.permissions.filter((permission) => resourceOf(permission) === code);

/** Whether the caller reads any rows of a resource; of one that nobody reads, whether they do anything to it. */
function mayKnow(caller: Caller, code: string): boolean {
  const permissions = permissionsOf(caller, code);
  const read: Permission = `${code}:read`;
  if (permissions.includes(read)) return caller.reach(read) !== null;
  return permissions.some((permission) => caller.reach(permission));
}

function shownTo(caller: Caller, { schemas: _, ...described }: Described) {
  const held = permissionsOf(caller, described.code).filter((permission) => caller.reach(permission));
  return { ...described, rights: held.map(rightOf) };
}

function resourcesFor(caller: Caller) {
  return descriptionOf(caller.platform)
    .resources.filter((one) => mayKnow(caller, one.code))
    .map((one) => shownTo(caller, one));
}

/** An event type is known to those who may know its resource, and one of none to those who read the audit log. */
function eventsFor(caller: Caller) {
  return descriptionOf(caller.platform).events.filter(({ resource }) =>
    mayKnow(caller, resource ?? 'audit_log'),
  );
}

function permissionsFor(caller: Caller) {
  const { access } = caller.platform;
  return access.permissions
    .filter((permission) => mayKnow(caller, resourceOf(permission)))
    .map((permission) => {
      const resource = resourceOf(permission);
      const scopes: Scope[] = [...new Set<Scope>([...(access.resources.get(resource)?.scopes ?? []), 'org'])];
      return { permission, resource, right: rightOf(permission), scopes };
    });
}

/** The settings of an organization, for those who may read them. */
function settingsFor(caller: Caller) {
  if (!mayKnow(caller, 'organization_setting')) return [];
  return Object.entries(settingsRegistry).flatMap(([section, settings]) =>
    Object.entries(settings).map(([key, { type, default: preset, description }]) => ({
      section,
      key,
      description,
      schema: jsonSchemaOf(type, 'input'),
      default: preset,
    })),
  );
}

export function getMetadata({ caller }: Asked) {
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

export const listResources = ({ caller }: Asked) => listed(resourcesFor(caller));

export function getResource({ caller, params }: ByCode) {
  return shownTo(caller, knownResource(caller, params.code));
}

/** The schema that a body or query of the resource is checked with. */
export function getSchema({ caller, params, query }: ByCode<SchemaQuery>) {
  const schema = knownResource(caller, params.code).schemas[query.for];
  if (!schema) throw notFound('Schema');
  return schema;
}

function knownResource(caller: Caller, code: string): Described {
  const found = descriptionOf(caller.platform).resources.find((one) => one.code === code);
  if (!found || !mayKnow(caller, code)) throw notFound('Resource');
  return found;
}

export const listEventTypes = ({ caller }: Asked) => listed(eventsFor(caller));
/** The catalogue in full, of the types that the caller may know. */
export function listEventCatalogue({ caller, query }: Call<unknown, EventTypesQuery, unknown>) {
  const known = new Set(eventsFor(caller).map((one) => one.type));
  const { catalogue } = descriptionOf(caller.platform);
  const asked = catalogue.filter(
    (one) => !query.aggregate_type || one.aggregate_type === query.aggregate_type,
  );
  return listed(asked.filter((one) => known.has(one.event_type)));
}
export const listPermissions = ({ caller }: Asked) => listed(permissionsFor(caller));
export const listSettings = ({ caller }: Asked) => listed(settingsFor(caller));
export const listOperators = () => listed(operators);
export const listTimeZones = () => listed(timeZones());
export const listCurrencies = () => listed(currencies());
export const listCountries = () => listed(countries());
export const listLanguages = () => listed(languages());

export function getLimits({ caller }: Asked) {
  const { config } = caller.platform;
  return {
    page_size: 100,
    page_size_default: 25,
    body_bytes: 1024 * 1024,
    file_bytes: 25 * 1024 * 1024,
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
