import { memberEndpoints } from '../members/members.endpoints.ts';
import { mergerEndpoints } from '../mergers/mergers.endpoints.ts';

export const teamEndpoints = [...mergerEndpoints, ...memberEndpoints];
