import { defineArea, publicEndpoint } from '@wfp/shared';
import { z } from 'zod';

const Health = z.object({ status: z.literal('ok') });

/** Liveness only, without dependencies. Readiness is on the operations port. */
export const health = defineArea({
  name: 'health',
  title: 'Health check',
  about: 'Health check.',
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
