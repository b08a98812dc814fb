import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

import { isTracing, traceIds } from '../trace/tracing.ts';

export type Logger = PinoLogger;

/** Names whose values never reach a log line, at the top of an entry or one level down. */
const secretNames = [
  'authorization',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'key',
  'mfa_token',
  'current_password',
  'new_password',
  'recovery_code',
  'recovery_codes',
  'otpauth_url',
  'ticket',
  'cookie',
];

/** Lines are written together, at the latest after this time and when the process ends. */
const flushEveryMs = 100;
const bufferBytes = 8 * 1024;

function standardOutput(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: false, minLength: bufferBytes });
  setInterval(() => destination.flush(), flushEveryMs).unref();
  return destination;
}

/**
 * The logger of a process: JSON lines on standard output, secrets replaced. Lines are buffered for a
 * moment, since a system call for each costs as much as a query; a process that is killed loses the last ones.
 *
 * @param destination only for tests that read what was logged
 */
export function createLogger(
  name: string,
  level: string,
  destination: DestinationStream = standardOutput(),
): Logger {
  const options = {
    name,
    level,
    redact: {
      paths: [
        ...secretNames.flatMap((one) => [one, `*.${one}`]),
        '*.headers.authorization',
        '*.headers.cookie',
      ],
      censor: '[redacted]',
    },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A line belongs to the span within which it is written.
    ...(isTracing() ? { mixin: () => traceIds() } : {}),
  };
  return pino(options, destination);
}

const secretParameters = new Set(['key', 'code', 'recovery_code']);
/** Also as a word of a longer name, or with brackets behind: `token[]`, `access_token`, `my-secret`. */
const secretWords = /(?<![a-z0-9])(tokens?|tickets?|secrets?|passwords?|signature)(?![a-z0-9])/;
/** What looks like a token or a key wherever it stands: a name without a value, a path that somebody misspelt. */
const credentials =
  /eyJ[\w-]{8,}(?:\.[\w-]*)*|(?:wfp|whsec|ticket)_[\w+/=-]{16,}|(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Too short to hold any of those. */
const minCredentialLength = 20;

/** A URL as it may be logged: values of query parameters that carry credentials are cut out. */
export function loggableUrl(url: string): string {
  const start = url.indexOf('?');
  const shown = start === -1 ? url : `${url.slice(0, start)}?${loggableQuery(url.slice(start + 1))}`;
  return shown.length < minCredentialLength ? shown : shown.replace(credentials, '[redacted]');
}

function loggableQuery(query: string): string {
  // Decoded names: `?%74oken=` is read as `token` by whoever parses it, and so it must be here.
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => {
    const plain = name.toLowerCase();
    const isSecret = secretParameters.has(plain) || secretWords.test(plain.replaceAll('_', '-'));
    return `${encodeURIComponent(name)}=${isSecret ? '[redacted]' : encodeURIComponent(value)}`;
  });
  return parameters.join('&');
}
