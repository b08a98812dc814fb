import { createLogger } from '@wfp/shared';
import { runProcess } from '@wfp/shared/process';
import { startWorker } from './start-worker.ts';

await runProcess('worker', async (config) => {
  const log = createLogger('worker', config.LOG_LEVEL);
  const worker = await startWorker({ config, log });
  log.info({ opsPort: worker.opsPort }, 'The worker runs');
  return { log, stop: () => worker.stop() };
});
