export { areas } from './areas.ts';
export { authenticate } from './auth/index.ts';
