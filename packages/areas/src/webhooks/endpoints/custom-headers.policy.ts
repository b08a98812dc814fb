import { AppError } from '@wfp/shared';

export const maxCustomHeaders = 20;
const maxCustomHeaderBytes = 8_192;

/** Stands for a value in answers: values may be credentials. */
export const maskedValue = '***';

/** What the service, HTTP or proxies between set by themselves. */
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
/** Visible ASCII, with spaces between, not around. */
const valuePattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,1998}[\x21-\x7e])?$/;

function validateHeader(name: string, value: string): string | null {
  if (!namePattern.test(name)) return 'Is not the name of a header';
  if (reserved.has(name) || reservedPrefixes.some((beginning) => name.startsWith(beginning)))
    return 'Is set by the service itself, or by what lies between';
  if (value === maskedValue) return 'Give the value itself: answers show a mask in its place';
  if (!valuePattern.test(value))
    return 'A value is 1 to 2,000 visible ASCII characters, with spaces only between them';
  return null;
}

/**
 * Custom headers by their names in lower case, as they are sent.
 *
 * @throws AppError `invalid`, naming each header that cannot be sent
 */
export function normalizeHeaders(given: Record<string, string>): Record<string, string> {
  const lowered = Object.entries(given).map(([name, value]) => [name, name.toLowerCase(), value] as const);
  const seen = new Map<string, string>();
  const faults: [string, string][] = [];
  for (const [name, lower, value] of lowered) {
    const fault = seen.has(lower)
      ? `Is given twice, also as ${seen.get(lower)}`
      : validateHeader(lower, value);
    seen.set(lower, name);
    if (fault) faults.push([`headers.${name}`, fault]);
  }
  const bytes = lowered.reduce((sum, [name, , value]) => sum + name.length + value.length + 4, 0);
  if (faults.length === 0 && lowered.length > maxCustomHeaders)
    faults.push(['headers', `At most ${maxCustomHeaders} headers`]);
  if (faults.length === 0 && bytes > maxCustomHeaderBytes) faults.push(['headers', 'At most 8 KiB together']);
  if (faults.length > 0) throw refused(faults);
  return Object.fromEntries(lowered.map(([, lower, value]) => [lower, value]));
}

function refused(faults: readonly [string, string][]): AppError {
  const fieldErrors = Object.fromEntries(faults.map(([field, message]) => [field, [message]]));
  return new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}
