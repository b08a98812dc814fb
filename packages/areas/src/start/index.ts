import { accessRestrictions, defineArea, endpoint } from '@wfp/shared';
import { Start } from './start.contract.ts';
import { getStart } from './start.service.ts';

export const start = defineArea({
  name: 'start',
  title: 'Start of a client',
  about: 'What a client needs after sign-in, in one response.',
  endpoints: [
    endpoint({
      method: 'get',
      path: '/users/me/start',
      summary: 'Fetch what a client needs to start',
      details: 'Never rejected because of an access restriction: the response omits what you may not read.',
      operationId: 'getStart',
      can: 'signed-in',
      exemptFrom: accessRestrictions,
      returns: { 200: Start },
      handler: getStart,
    }),
  ],
});
