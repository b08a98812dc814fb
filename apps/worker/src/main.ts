import { parseArgs } from 'node:util';
import { createLogger, startTracing } from '@wfp/shared';
import { runProcess } from '@wfp/shared/process';
import { startWorker } from './start-worker.ts';

await runProcess('worker', async (config) => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
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
