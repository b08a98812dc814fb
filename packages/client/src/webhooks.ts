export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
export type { EventContext, WebhookEvent } from './webhook-event.ts';
export { WebhookVerificationError, type WebhookVerificationReason } from './webhook-verification-error.ts';
