import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

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
  };
  return pino(options, destination);
}

const secretParameters = new Set([
  'token',
  'access_token',
  'refresh_token',
  'mfa_token',
  'ticket',
  'key',
  'signature',
  'secret',
  'password',
  'code',
  'recovery_code',
]);

/** A URL as it may be logged: values of query parameters that carry credentials are cut out. */
export function loggableUrl(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  // Decoded names: `?%74oken=` is read as `token` by whoever parses it, and so it must be here.
  const parameters = [...new URLSearchParams(url.slice(start + 1))].map(([name, value]) => {
    const shown = secretParameters.has(name.toLowerCase()) ? '[redacted]' : encodeURIComponent(value);
    return `${encodeURIComponent(name)}=${shown}`;
  });
  return `${url.slice(0, start)}?${parameters.join('&')}`;
}
