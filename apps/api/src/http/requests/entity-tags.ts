import { hash } from 'node:crypto';
import { AppError, type Endpoint, type Permission, type Precondition, resourceOf } from '@wfp/shared';
import type { Request } from 'express';

/**
 * The entity tag of an answer (RFC 9110, 8.8.3): the row's version, then a digest of all that is shown more than once. So it
 * differs whenever the bytes differ, and a write can be held to the version alone: what is shown around a row,
 * such as the latest deliveries of a webhook, is not the row.
 */
export function computeEntityTag(result: unknown, text: string): string {
  const digest = hash('sha1', text, 'base64url').slice(0, 16);
  const updated = (result as { updated_at?: unknown } | null)?.updated_at;
  const at = updated instanceof Date ? updated.getTime() : Date.parse(String(updated));
  return Number.isNaN(at) ? `"${digest}"` : `"${at.toString(36)}-${digest}"`;
}

/** An answer as it can be sent again: without the fields that are shown once, at any depth. */
export function serializeRepeatable({ secretFields }: Endpoint, result: unknown): string {
  if (!secretFields) return JSON.stringify(result);
  return JSON.stringify(result, (name, value) => (secretFields.includes(name) ? undefined : value));
}

/** Whether the client has this answer already. Weak comparison, as RFC 9110, 13.1.2 asks. */
export function isNotModified(req: Request, tag: string): boolean {
  const given = req.headers['if-none-match'];
  if (given === undefined) return false;
  return given.trim() === '*' || parseEntityTags(given).some((one) => one.replace(/^W\//, '') === tag);
}

/**
 * The condition that If-Match puts on a write; undefined for none. `*` asks for nothing more than what every
 * write does: it finds its row or answers 404.
 *
 * @throws AppError `stale` for tags that no row of this service can have
 */
export function readPrecondition(one: Endpoint, req: Request): Precondition | undefined {
  const given = req.headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  const resource = versionedResource(one);
  const versions = parseEntityTags(given).flatMap(parseVersions);
  if (versions.length === 0 || resource === null) throw staleError();
  const last = one.path.match(/:(\w+)$/)?.[1];
  const id = Number(last === undefined ? Number.NaN : req.params[last]);
  return { resource, id: Number.isInteger(id) ? id : null, versions };
}

function versionedResource({ versionedResource, can }: Endpoint): string | null {
  if (versionedResource !== undefined) return versionedResource || null;
  return can.includes(':') ? resourceOf(can as Permission) : null;
}

function staleError(): AppError {
  return new AppError('stale', 'If-Match names no version of this record; fetch it and use its ETag');
}

/** Strong tags alone count for a write (RFC 9110, 13.1.1). */
function parseVersions(tag: string): Date[] {
  const [, digits = ''] = tag.match(/^"([0-9a-z]{1,11})-[\w-]+"$/) ?? [];
  const at = Number.parseInt(digits, 36);
  return Number.isNaN(at) || at > 8.64e15 ? [] : [new Date(at)];
}

function parseEntityTags(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
