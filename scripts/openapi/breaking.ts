import { apiCompare, type Diff } from 'api-smart-diff';
import { withParametersInPlace } from './parameters-in-place.ts';
import { schemaChange } from './schema-change.ts';
import { type Description, withSent } from './sent.ts';
import { withWidened } from './widened.ts';

type Path = readonly (string | number)[];

/**
 * The breaking changes between two OpenAPI documents, each once with the first operation that it affects. A library finds the
 * differences; the rules of docs/compatibility.md are implemented here.
 */
export function breakingChanges(before: Description, after: Description): string[] {
  const found = new Map<string, string[]>();
  const [older, newer] = [withParametersInPlace(before), withParametersInPlace(after)];
  for (const diff of differences(withWidened(older, newer), newer)) {
    const change = changeOf(diff);
    if (change === null) continue;
    const [, path, method] = diff.path;
    const where = `${String(method ?? '').toUpperCase()} ${path}`.trim();
    found.set(change, [...(found.get(change) ?? []), where]);
  }
  return [...found].map(([change, places]) => {
    const [first, ...others] = new Set(places);
    return `${first}: ${change}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
  });
}

/** Differences in operations only: changes of an unused component are harmless. */
function differences(before: Description, after: Description): Diff[] {
  const { diffs } = apiCompare(withHiddenComponents(withSent(before)), withHiddenComponents(withSent(after)));
  return diffs.filter(({ path }) => path[0] === 'paths' && path.length > 1);
}

/**
 * Returns a copy, because the comparison modifies its input. References to components are resolved, but components are not
 * compared separately: their changes appear in operations, and comparing each component took 20 s.
 */
function withHiddenComponents(description: Description): Description {
  const { components, ...rest } = structuredClone(description);
  return Object.defineProperty(rest, 'components', { value: components, enumerable: false });
}

/** Describes a breaking change; null for a compatible one. */
function changeOf(diff: Diff): string | null {
  const [, , method, part, ...rest] = diff.path;
  if (method === undefined) return diff.action === 'remove' ? 'the path is removed' : null;
  if (part === undefined) return diff.action === 'remove' ? 'the operation is removed' : null;
  switch (part) {
    case 'operationId':
      return `is renamed from ${diff.before} to ${diff.after}`;
    case 'security':
      return needsCredential(diff) ? 'requires a credential' : null;
    case 'parameters':
      return parameterChange(diff, rest);
    case 'requestBody':
      return bodyChange(diff, rest);
    case 'responses':
      return responseChange(diff, rest);
    default:
      return null;
  }
}

/** An operation without `security` has that of the document; `[]` means none. */
function needsCredential({ action, before, path }: Diff): boolean {
  const wasOpen = Array.isArray(before) && before.length === 0;
  return (action === 'remove' || action === 'replace') && (wasOpen || path.length > 4);
}

interface Given {
  name?: string;
  required?: boolean;
}

function parameterChange(diff: Diff, [index, field, ...rest]: Path): string | null {
  if (index === undefined) return whole(diff, 'parameters');
  if (field === undefined) {
    const { name, required } = (diff.after ?? diff.before ?? {}) as Given;
    if (diff.action === 'remove') return `the parameter ${name} is removed`;
    return required ? `the parameter ${name} is required` : null;
  }
  if (field === 'required') return diff.after === true ? 'a parameter is required' : null;
  if (field === 'style' || field === 'explode' || field === 'in' || field === 'name')
    return `the serialization of a parameter changes (${field})`;
  return field === 'schema' ? schemaChange(diff, rest, 'sent') : null;
}

const whole = ({ action, after }: Diff, what: string): string | null => {
  if (action === 'remove') return `${what} are removed`;
  const all = Array.isArray(after) ? after : [];
  return all.some((one) => one.required) ? `${what} are required` : null;
};

function bodyChange(diff: Diff, [field, ...rest]: Path): string | null {
  if (field === undefined) {
    if (diff.action === 'remove') return 'the body is removed';
    return (diff.after as { required?: boolean }).required ? 'a body is required' : null;
  }
  if (field === 'required') return diff.after === true ? 'a body is required' : null;
  return field === 'content' ? contentChange(diff, rest, 'sent') : null;
}

function responseChange(diff: Diff, [status, field, ...rest]: Path): string | null {
  const isError = !/^2/.test(String(status));
  if (field === undefined) {
    return diff.action === 'remove' && !isError ? `the response ${status} is removed` : null;
  }
  if (field === 'headers') {
    return diff.action === 'remove' && rest.length === 1 ? `the response header ${rest[0]} is removed` : null;
  }
  return field === 'content' ? contentChange(diff, rest, 'received') : null;
}

function contentChange(
  diff: Diff,
  [type, field, ...rest]: Path,
  direction: 'sent' | 'received',
): string | null {
  if (type === undefined) return diff.action === 'remove' ? 'the content is removed' : null;
  if (field === undefined) return diff.action === 'remove' ? `the content ${type} is removed` : null;
  return field === 'schema' ? schemaChange(diff, rest, direction) : null;
}
