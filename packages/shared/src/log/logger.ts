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
  'cookie',
];

/**
 * The logger of a process: JSON lines on standard output, secrets replaced.
 *
 * @param destination only for tests that read what was logged
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: {
      paths: secretNames.flatMap((one) => [one, `*.${one}`, `*.headers.${one}`]),
      censor: '[redacted]',
    },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}

const secretParameters = new Set(['token', 'key', 'secret', 'password']);

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
