export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks/verify-webhook.ts';
export type { EventContext, WebhookEvent } from './webhooks/webhook-event.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './webhooks/webhook-verification-error.ts';
