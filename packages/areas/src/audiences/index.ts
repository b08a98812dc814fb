import { defineArea } from '@wfp/shared';
import { audienceEndpoints } from './audiences.endpoints.ts';

export const audiences = defineArea({
  name: 'audiences',
  about: 'Conditions over the fields of employees that select who a record is for.',
  endpoints: audienceEndpoints,
});

export { Audience } from './audiences.contract.ts';
export { audienceWarnings, requireAudience } from './audiences.service.ts';
export {
  includesCaller,
  includesUser,
  includesUserIn,
  isEmptyAudience,
  usersInAudience,
} from './audiences.store.ts';
