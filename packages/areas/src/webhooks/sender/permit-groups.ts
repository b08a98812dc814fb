import { identifyUrl } from '../endpoints/limits/url-identity.ts';
import type { PermitGroup } from './concurrency-limiter.ts';
import type { LanePayload } from './lane-key.ts';
import type { EndpointConfig } from './queue/lane.store.ts';

type Recipient = Pick<EndpointConfig, 'url' | 'is_unverified'>;

/**
 * Requests of one organization to one host and port. An endpoint uses at most half of them, so that one that hangs leaves
 * permits to the others.
 */
const maxPerReceiver = 20;
/** Requests of all unverified organizations together to one host and port. */
const maxUnverifiedPerReceiver = 10;
/** Runs of a receiver that wait for a permit. Further ones are retried later. */
const maxWaiting = 30;

/** Endpoints that timed out use one part of a worker's permits, and an organization or all unverified ones a part of it. */
const degradedParts = 4;
const degradedPartsOfOrganizations = 3;
const degradedPartsOfUnverified = 4;

const limitOf = ({ is_unverified }: Recipient): number =>
  is_unverified ? maxUnverifiedPerReceiver : maxPerReceiver;

/** The number of concurrent requests to an endpoint. */
export const maxConcurrentRequests = (recipient: Recipient): number => limitOf(recipient) / 2;

/**
 * Returns the receiver of an endpoint: host and port, and whose requests are counted together. Names of one address are
 * different receivers.
 */
export function receiverOf({ org_id }: LanePayload, { url, is_unverified }: Recipient): string {
  const { host, port } = identifyUrl(url) ?? { host: url, port: 80 };
  return `${is_unverified ? 'unverified' : org_id}/${host}:${port}`;
}

/**
 * Returns the groups of an endpoint's requests. An organization gets at most half of a worker's permits, all unverified
 * ones a quarter, so that neither a large organization nor many new ones delay the others.
 */
export function permitGroups(max: number, lane: LanePayload, config: Recipient): PermitGroup[] {
  const key = receiverOf(lane, config);
  const groups = [
    { key: `organization/${lane.org_id}`, max: Math.max(1, Math.floor(max / 2)) },
    { key, max: limitOf(config), maxWaiting },
  ];
  if (!config.is_unverified) return groups;
  return [...groups, { key: 'unverified', max: Math.max(1, Math.floor(max / 4)), maxWaiting }];
}

/**
 * Returns the groups of the one request of an endpoint that timed out. All such endpoints share a quarter of the permits:
 * those of one organization use at most a third of it, those of all unverified organizations a quarter, and those of one
 * receiver half of its permits.
 */
export function degradedGroups(max: number, lane: LanePayload, config: Recipient): PermitGroup[] {
  const shared = max / degradedParts;
  const part = (parts: number) => Math.max(1, Math.floor(shared / parts));
  return [
    { key: 'degraded', max: part(1) },
    { key: `degraded/organization/${lane.org_id}`, max: part(degradedPartsOfOrganizations) },
    { key: `degraded/${receiverOf(lane, config)}`, max: limitOf(config) / 2 },
    ...(config.is_unverified ? [{ key: 'degraded/unverified', max: part(degradedPartsOfUnverified) }] : []),
  ];
}
