import { createLogger, startTracing } from '@wfp/shared';
import { readArguments } from '@wfp/shared/arguments';
import { runProcess } from '@wfp/shared/process';
import { startApi } from './start-api.ts';

readArguments({
  usage: `Usage: node apps/api/src/main.ts
Runs the API with the configuration of the environment (docs/configuration.md).`,
});

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
