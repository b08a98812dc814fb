import { createLogger, startTracing } from '@wfp/shared';
import { readArguments } from '@wfp/shared/arguments';
import { runProcess } from '@wfp/shared/process';
import { startWorker } from './start-worker.ts';

const { values } = readArguments({
  usage: `Usage: node apps/worker/src/main.ts [--only <role,…>]
Runs the worker with the configuration of the environment (docs/configuration.md).
  --only <role,…>   run only these roles (docs/operations.md)`,
  options: { only: { type: 'string' } },
});

await runProcess('worker', async (config) => {
  const tracing = await startTracing(config, 'worker');
  const log = createLogger('worker', config.LOG_LEVEL);
  tracing?.reportTo(log);
  const worker = await startWorker({ config, log, only: values.only });
  log.info({ opsPort: worker.opsPort, roles: worker.roles }, 'Worker running');
  return {
    log,
    stop: async () => {
      await worker.stop();
      await tracing?.stop();
    },
  };
});
