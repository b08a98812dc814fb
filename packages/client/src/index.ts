export type { components, operations, paths } from './api-types.ts';
export type { Call, DataOf, InitOf, ListPath, PathOf, RowOf } from './call-types.ts';
export { type Client, type ClientOptions, createClient, type IterateInit } from './client.ts';
export type { EventType } from './event-types.ts';
export { ApiError, ConnectionError, SecondFactorRequiredError } from './requests/errors.ts';
export type { RetryOptions } from './requests/retry.ts';
export type { Send } from './requests/send.ts';
export type {
  NewSession,
  PasswordSignIn,
  SecondFactor,
  SecondStep,
  SignedInUser,
} from './requests/session.ts';
export { memoryStore, type TokenStore, type Tokens, type WebStorage, webStore } from './requests/tokens.ts';
export {
  type EventOf,
  EventStream,
  type EventStreamOptions,
  type StreamMessage,
} from './stream/event-stream.ts';
export * from './webhooks.ts';
