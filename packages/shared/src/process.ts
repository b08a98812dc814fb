import { type Config, ConfigError, processConfig } from './config/config.ts';
import type { Logger } from './log/logger.ts';

interface RunningProcess {
  log: Logger;
  stop(): Promise<void>;
}

/**
 * Runs a process: reads the configuration, starts, and drains within `SHUTDOWN_TIMEOUT_SECONDS` on SIGTERM or SIGINT.
 * Exits with 1 if it cannot start, if draining fails, or if draining exceeds that time by 5 s.
 */
export async function runProcess(
  name: string,
  start: (config: Config) => Promise<RunningProcess>,
): Promise<void> {
  let config: Config;
  let running: RunningProcess;
  try {
    config = processConfig();
    running = await start(config);
  } catch (error) {
    process.stderr.write(`${name} could not start: ${reasonOf(error)}\n`);
    process.exit(1);
  }
  const { log, stop } = running;
  let stopping = false;
  const drain = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'Draining');
    const overdue = setTimeout(
      () => {
        log.error('Draining timed out; exiting');
        process.exit(1);
      },
      config.SHUTDOWN_TIMEOUT_SECONDS * 1_000 + 5_000,
    );
    overdue.unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Draining failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', drain);
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if ((error as { code?: string }).code === 'EADDRINUSE') {
    return `port ${(error as { port?: number }).port} is already in use; stop the other process or set another port`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
