export { testPassword } from './service/accounts.ts';
export { notifyObserver } from './service/answers.ts';
export { type Client, createTestClient, type TestResponse } from './service/client.ts';
export { type QueuedMail, startOwnService, type TestService, testConfig } from './service/own-service.ts';
export { startService } from './service/shared-service.ts';
