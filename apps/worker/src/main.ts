import { parseArgs } from 'node:util';
import { createLogger } from '@wfp/shared';
import { runProcess } from '@wfp/shared/process';
import { startWorker } from './start-worker.ts';

await runProcess('worker', async (config) => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const log = createLogger('worker', config.LOG_LEVEL);
  const worker = await startWorker({ config, log, only: values.only });
  log.info({ opsPort: worker.opsPort, roles: worker.roles }, 'The worker runs');
  return { log, stop: () => worker.stop() };
});
