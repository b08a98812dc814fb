import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-03-14',
  datetime: 'a timestamp such as 2026-03-14T09:26:53Z',
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
};

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
};

function bound(
  origin: string,
  limit: number | bigint,
  words: readonly [size: string, value: string],
): string {
  const unit = units[origin];
  if (!unit) return `Must be ${words[1]} ${limit}`;
  return `Must have ${words[0]} ${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`;
}

/**
 * Returns the message for an invalid value whose schema has no message of its own. For `safeParse(value, { error:
 * messageOf })`; undefined falls back to zod's message.
 */
export function messageOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
      if (issue.input === undefined) return 'Is required';
      if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}`;
      return types[issue.expected] && `Must be ${types[issue.expected]}`;
    case 'too_small':
      if (units[issue.origin] && issue.minimum === 1) return 'Must not be empty';
      return bound(issue.origin, issue.minimum, ['at least', issue.inclusive ? 'at least' : 'greater than']);
    case 'too_big':
      return bound(issue.origin, issue.maximum, ['at most', issue.inclusive ? 'at most' : 'less than']);
    case 'invalid_format':
      return formats[issue.format] && `Must be ${formats[issue.format]}`;
    default:
      return undefined;
  }
}
