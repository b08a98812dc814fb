export { testPassword } from './service/accounts.ts';
export { answered } from './service/answers.ts';
export { type Answer, type Client, clientOf } from './service/client.ts';
export { type OutgoingMail, startOwnService, type TestService, testConfig } from './service/own-service.ts';
export { startService } from './service/shared-service.ts';
