import { hash } from 'node:crypto';
import { AppError, type Endpoint, type Permission, type Precondition, resourceOf } from '@wfp/shared';
import type { Request } from 'express';

/**
 * The entity tag of a response (RFC 9110, 8.8.3): the version of the row, then a digest of the repeatable body. It changes
 * whenever the body changes. `If-Match` compares only the version, because a body may include data that is not part of the
 * row, such as the latest deliveries of a webhook.
 */
export function computeEntityTag(result: unknown, body: string | Buffer): string {
  const digest = hash('sha1', body, 'base64url').slice(0, 16);
  const updated = (result as { updated_at?: unknown } | null)?.updated_at;
  const at = updated instanceof Date ? updated.getTime() : Date.parse(String(updated));
  return Number.isNaN(at) ? `"${digest}"` : `"${at.toString(36)}-${digest}"`;
}

/** Serializes a result without the endpoint's `secretFields`, at any depth. */
export function serializeRepeatable({ secretFields }: Endpoint, result: unknown): string {
  if (!secretFields) return JSON.stringify(result);
  return JSON.stringify(result, (name, value) => (secretFields.includes(name) ? undefined : value));
}

/** True if `If-None-Match` contains the tag. Weak comparison (RFC 9110, 13.1.2). */
export function isNotModified(req: Request, tag: string): boolean {
  const given = req.headers['if-none-match'];
  if (given === undefined) return false;
  return given.trim() === '*' || parseEntityTags(given).some((listed) => listed.replace(/^W\//, '') === tag);
}

/**
 * Reads the condition of `If-Match`. Returns undefined without the header, and for `*`: every write requires its row to
 * exist anyway.
 *
 * @throws AppError `stale` for tags that no row of this service can have
 */
export function readPrecondition(endpoint: Endpoint, req: Request): Precondition | undefined {
  const given = req.headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  const resource = resolveVersionedResource(endpoint);
  const versions = parseEntityTags(given).flatMap(parseVersions);
  if (versions.length === 0 || resource === null) throw staleError();
  const last = endpoint.path.match(/:(\w+)$/)?.[1];
  const id = Number(last === undefined ? Number.NaN : req.params[last]);
  return { resource, id: Number.isInteger(id) ? id : null, versions };
}

function resolveVersionedResource({ versionedResource, can }: Endpoint): string | null {
  if (versionedResource !== undefined) return versionedResource || null;
  return can.includes(':') ? resourceOf(can as Permission) : null;
}

function staleError(): AppError {
  return new AppError('stale', 'If-Match is not a version of this record; fetch it and use its ETag');
}

/** Ignores weak tags: `If-Match` requires strong comparison (RFC 9110, 13.1.1). */
function parseVersions(tag: string): Date[] {
  const [, digits = ''] = tag.match(/^"([0-9a-z]{1,11})-[\w-]+"$/) ?? [];
  const at = Number.parseInt(digits, 36);
  return Number.isNaN(at) || at > 8.64e15 ? [] : [new Date(at)];
}

function parseEntityTags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
