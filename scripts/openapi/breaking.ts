import { apiCompare, type Diff } from 'api-smart-diff';
import { withParametersInPlace } from './parameters-in-place.ts';
import { schemaChange } from './schema-change.ts';
import { type Description, withSent } from './sent.ts';
import { withWidened } from './widened.ts';

type Path = readonly (string | number)[];

/**
 * What a new description of the API takes from those who know an older one, each thing once with the first operation
 * that it shows in. What differs is found by a tool; what of it breaks somebody is said here, as
 * docs/compatibility.md says it.
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

/** Only what operations lead to: a component that nobody uses breaks nobody. */
function differences(before: Description, after: Description): Diff[] {
  const { diffs } = apiCompare(withHiddenComponents(withSent(before)), withHiddenComponents(withSent(after)));
  return diffs.filter(({ path }) => path[0] === 'paths' && path.length > 1);
}

/**
 * Returns a copy whose components are found by references and not compared on their own: the operations show what changed
 * in them, and comparing each component with all that it refers to took 20 s. A copy, because the comparison changes it.
 */
function withHiddenComponents(description: Description): Description {
  const { components, ...rest } = structuredClone(description);
  return Object.defineProperty(rest, 'components', { value: components, enumerable: false });
}

/** What is broken, in words; null for what breaks nobody. */
function changeOf(diff: Diff): string | null {
  const [, , method, part, ...rest] = diff.path;
  if (method === undefined) return diff.action === 'remove' ? 'the path is gone' : null;
  if (part === undefined) return diff.action === 'remove' ? 'the operation is gone' : null;
  switch (part) {
    case 'operationId':
      return `is called ${diff.after}, no longer ${diff.before}`;
    case 'security':
      return needsCredential(diff) ? 'needs a credential' : null;
    case 'parameters':
      return parameterChange(diff, rest);
    case 'requestBody':
      return bodyChange(diff, rest);
    case 'responses':
      return answerChange(diff, rest);
    default:
      return null;
  }
}

/** Without a word of its own, an operation needs what all need; `[]` needs nothing. */
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
    if (diff.action === 'remove') return `the parameter ${name} is gone`;
    return required ? `the parameter ${name} must be sent` : null;
  }
  if (field === 'required') return diff.after === true ? 'a parameter must be sent' : null;
  if (field === 'style' || field === 'explode' || field === 'in' || field === 'name')
    return `a parameter is sent in another way (${field})`;
  return field === 'schema' ? schemaChange(diff, rest, 'sent') : null;
}

const whole = ({ action, after }: Diff, what: string): string | null => {
  if (action === 'remove') return `${what} are gone`;
  const all = Array.isArray(after) ? after : [];
  return all.some((one) => one.required) ? `${what} must be sent` : null;
};

function bodyChange(diff: Diff, [field, ...rest]: Path): string | null {
  if (field === undefined) {
    if (diff.action === 'remove') return 'the body is gone';
    return (diff.after as { required?: boolean }).required ? 'a body must be sent' : null;
  }
  if (field === 'required') return diff.after === true ? 'a body must be sent' : null;
  return field === 'content' ? contentChange(diff, rest, 'sent') : null;
}

function answerChange(diff: Diff, [status, field, ...rest]: Path): string | null {
  const isError = !/^2/.test(String(status));
  if (field === undefined) {
    return diff.action === 'remove' && !isError ? `the answer ${status} is gone` : null;
  }
  if (field === 'headers') {
    return diff.action === 'remove' && rest.length === 1 ? `the header ${rest[0]} of answers is gone` : null;
  }
  return field === 'content' ? contentChange(diff, rest, 'shown') : null;
}

function contentChange(diff: Diff, [type, field, ...rest]: Path, direction: 'sent' | 'shown'): string | null {
  if (type === undefined) return diff.action === 'remove' ? 'the content is gone' : null;
  if (field === undefined) return diff.action === 'remove' ? `the content ${type} is gone` : null;
  return field === 'schema' ? schemaChange(diff, rest, direction) : null;
}
