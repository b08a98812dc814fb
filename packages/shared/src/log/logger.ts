import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';

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
export function createLogger(
  name: string,
  level: string,
  destination?: DestinationStream,
): Logger {
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

/** A URL as it may be logged: query parameters that carry credentials are cut out. */
export function loggableUrl(url: string): string {
  return url.replace(/([?&](?:token|key|secret)=)[^&#]*/gi, '$1[redacted]');
}
