import { createLogger, startTracing } from '@wfp/shared';
import { runProcess } from '@wfp/shared/process';
import { startApi } from './start-api.ts';

await runProcess('api', async (config) => {
  const tracing = await startTracing(config, 'api');
  const log = createLogger('api', config.LOG_LEVEL);
  tracing?.reportTo(log);
  const api = await startApi({ config, log });
  log.info({ port: api.port }, 'API listening');
  return {
    log,
    stop: async () => {
      await api.stop();
      await tracing?.stop();
    },
  };
});
