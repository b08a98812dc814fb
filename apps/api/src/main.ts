import { createLogger } from '@wfp/shared';
import { runProcess } from '@wfp/shared/process';
import { startApi } from './start-api.ts';

await runProcess('api', async (config) => {
  const log = createLogger('api', config.LOG_LEVEL);
  const api = await startApi({ config, log });
  log.info({ port: api.port }, 'The API listens');
  return { log, stop: () => api.stop() };
});
