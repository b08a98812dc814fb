import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createLogger, type Logger } from '@wfp/shared';
import { pino } from 'pino';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where all that services of this run log is kept, to be searched for secrets at its end. */
    testLogs: string;
  }
}

/** A logger that shows what `level` asks for, and keeps everything for the search for secrets. */
export function createTestLogger(level: string): Logger {
  const everything = pino.destination({ dest: newTestLog('service'), sync: true, append: true });
  const shown = level === 'silent' ? [] : [{ level: level as 'error', stream: process.stdout }];
  return createLogger('test', 'trace', pino.multistream([...shown, { level: 'trace', stream: everything }]));
}

/** A logger that shows errors unless it is muted, and keeps everything for the search for secrets. */
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

/** A file of its own for what a process logs. */
export function newTestLog(name: string): string {
  return path.join(inject('testLogs'), `${name}-${randomBytes(6).toString('hex')}.log`);
}
