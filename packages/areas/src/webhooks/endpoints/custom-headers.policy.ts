import { AppError } from '@wfp/shared';

export const maxCustomHeaders = 20;
const maxCustomHeaderBytes = 8_192;

/** Replaces values in responses: they may be credentials. */
export const maskedValue = '***';

const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'cookie2',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'range',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);
const reservedPrefixes = ['webhook-', 'x-service-', 'x-forwarded-', 'sec-', ':'];

const namePattern = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
/** Visible ASCII, with spaces inside but not at the ends. */
const valuePattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,1998}[\x21-\x7e])?$/;

function validateHeader(name: string, value: string): string | null {
  if (!namePattern.test(name)) return 'Must be a valid header name';
  if (reserved.has(name) || reservedPrefixes.some((beginning) => name.startsWith(beginning)))
    return 'Must not be a reserved header: the service or a proxy sets it';
  if (value === maskedValue) return 'Must be the actual value, not the mask that responses show';
  if (!valuePattern.test(value))
    return 'Must be 1 to 2,000 visible ASCII characters and spaces, without spaces at the ends';
  return null;
}

/**
 * Validates custom headers and lowercases their names.
 *
 * @throws AppError `invalid`, with an error for each invalid header
 */
export function normalizeHeaders(given: Record<string, string>): Record<string, string> {
  const lowered = Object.entries(given).map(([name, value]) => [name, name.toLowerCase(), value] as const);
  const seen = new Map<string, string>();
  const errors: [string, string][] = [];
  for (const [name, lower, value] of lowered) {
    const error = seen.has(lower)
      ? `Must not repeat ${seen.get(lower)}: header names are case-insensitive`
      : validateHeader(lower, value);
    seen.set(lower, name);
    if (error) errors.push([`headers.${name}`, error]);
  }
  const bytes = lowered.reduce((sum, [name, , value]) => sum + name.length + value.length + 4, 0);
  if (errors.length === 0 && lowered.length > maxCustomHeaders)
    errors.push(['headers', `Must have at most ${maxCustomHeaders} headers`]);
  if (errors.length === 0 && bytes > maxCustomHeaderBytes)
    errors.push(['headers', 'Must be at most 8 KiB in total']);
  if (errors.length > 0) throw validationError(errors);
  return Object.fromEntries(lowered.map(([, lower, value]) => [lower, value]));
}

function validationError(errors: readonly [string, string][]): AppError {
  const fieldErrors = Object.fromEntries(errors.map(([field, message]) => [field, [message]]));
  return new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}
