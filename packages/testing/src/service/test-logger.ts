import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createLogger, type Logger } from '@wfp/shared';
import { pino } from 'pino';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of all log output of this run, which is searched for secrets at the end. */
    testLogs: string;
  }
}

/** Creates a logger that prints from `level` on, and writes everything to the folder that is searched for secrets. */
export function createTestLogger(level: string): Logger {
  const everything = pino.destination({ dest: newTestLog('service'), sync: true, append: true });
  const shown = level === 'silent' ? [] : [{ level: level as 'error', stream: process.stdout }];
  return createLogger('test', 'trace', pino.multistream([...shown, { level: 'trace', stream: everything }]));
}

/**
 * Creates a logger that prints errors unless muted, and writes everything to the folder that is searched for secrets.
 */
export function createMutableLogger(): { log: Logger; mute(isMuted: boolean): void } {
  let isMuted = false;
  const shown = { write: (line: string) => isMuted || process.stdout.write(line) };
  return {
    get log() {
      const everything = pino.destination({ dest: newTestLog('service'), sync: true, append: true });
      const streams = [
        { level: 'error' as const, stream: shown },
        { level: 'trace' as const, stream: everything },
      ];
      return createLogger('test', 'trace', pino.multistream(streams));
    },
    mute: (is) => {
      isMuted = is;
    },
  };
}

/** Returns the path of a new log file. */
export function newTestLog(name: string): string {
  return path.join(inject('testLogs'), `${name}-${randomBytes(6).toString('hex')}.log`);
}
