import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

import { isTracing, traceIds } from '../trace/tracing.ts';

export type Logger = PinoLogger;

/** Keys whose values are redacted, at the top level of an entry or one level below. */
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

/** Lines are buffered up to this time. */
const flushEveryMs = 100;
const bufferBytes = 8 * 1024;

function standardOutput(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: false, minLength: bufferBytes });
  setInterval(() => destination.flush(), flushEveryMs).unref();
  return destination;
}

/**
 * Creates the logger of a process: JSON lines on standard output, with secrets redacted. Lines are buffered, because a
 * system call per line costs as much as a query; a killed process loses its last lines.
 *
 * @param destination for tests that read the log
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
    ...(isTracing() ? { mixin: () => traceIds() } : {}),
  };
  return pino(options, destination);
}

const secretParameters = new Set(['key', 'code', 'recovery_code']);
/** Also matches within a longer name: `token[]`, `access_token`, `my-secret`; and a name within a value: `1;token=…`. */
const secretWords =
  /(?<![a-z0-9])(tokens?|tickets?|secrets?|pass(word|wd|phrase)?s?|sig(nature)?|jwt|t?otp|auth(orization)?|credentials?|(api|private|access|signing)-?keys?)(?![a-z0-9])/;
/** Matches tokens and keys anywhere: in a parameter without a name, in a misspelt path. */
const credentials =
  /eyJ[\w-]{8,}(?:\.[\w-]*)*|(?:wfp|whsec|ticket)_[\w+/=-]{16,}|(?<![\w-])[\w-]{43}(?![\w-])/g;
/** Shorter URLs contain no credential. */
const minCredentialLength = 20;
/** In characters. The longest queries are as long as all headers, and have thousands of parameters. */
const maxLoggedQuery = 2_000;

/** A request target with credentials redacted, for logs. One that is not a path may contain a password. */
export function loggableUrl(url: string): string {
  if (!url.startsWith('/')) return '[not a path]';
  const start = url.indexOf('?');
  const shown = start === -1 ? url : `${url.slice(0, start)}?${loggableQuery(url.slice(start + 1))}`;
  return shown.length < minCredentialLength ? shown : shown.replace(credentials, '[redacted]');
}

function loggableQuery(query: string): string {
  if (query.length > maxLoggedQuery) {
    // Leaves out whole parameters: a part of a credential would not be recognized as one.
    const end = query.lastIndexOf('&', maxLoggedQuery);
    return `${loggableQuery(query.slice(0, Math.max(0, end)))}&…`;
  }
  // Decodes names: `?%74oken=` is `token` to any parser.
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => {
    const isSecret =
      secretParameters.has(name.toLowerCase()) ||
      [name, ...namesWithin(value)].some((one) => secretWords.test(inWords(one)));
    return `${encodeURIComponent(name)}=${isSecret ? '[redacted]' : encodeURIComponent(value)}`;
  });
  return parameters.join('&');
}

/** `accessToken` and `access_token` as `access-token`. */
const inWords = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** Names of parameters that a client has separated by other characters than `&`. */
const namesWithin = (value: string): string[] => value.split('=').slice(0, -1);
