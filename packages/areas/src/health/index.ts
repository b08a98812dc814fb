import { defineArea, publicEndpoint } from '@wfp/shared';
import { z } from 'zod';

const Health = z.object({ status: z.literal('ok') });

/** Whether the process answers. It asks nobody else: readiness is the probes' business. */
export const health = defineArea({
  name: 'health',
  about: 'Whether the service answers.',
  endpoints: [
    publicEndpoint({
      method: 'get',
      path: '/health',
      summary: 'Check that the service responds',
      returns: { 200: Health },
      handler: () => ({ status: 'ok' }),
    }),
  ],
});
