export { testPassword } from './service/accounts.ts';
export { type Client, createTestClient, type TestResponse } from './service/client.ts';
export { type QueuedMail, startOwnService, type TestService, testConfig } from './service/own-service.ts';
export { notifyObserver } from './service/response-observer.ts';
export { startService } from './service/shared-service.ts';
