export { testPassword } from './accounts.ts';
export { answered } from './answers.ts';
export { type Answer, type Client, clientOf } from './client.ts';
export { type OutgoingMail, startOwnService, type TestService, testConfig } from './own-service.ts';
export { startService } from './shared-service.ts';
