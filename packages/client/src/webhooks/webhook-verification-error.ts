/**
 * Why a request is not taken for a webhook of the platform.
 *
 * - `missing_header`: a header is missing, or there more than once
 * - `invalid_timestamp`: `webhook-timestamp` is no number of seconds
 * - `too_old`, `too_new`: the time of sending is further from now than is tolerated
 * - `wrong_signature`: no signature was made with a secret that is known here, over these bytes
 * - `invalid_body`: the signature is right, and the body no event
 */
export type WebhookVerificationReason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'invalid_body';

/** A request that is no genuine webhook. Answer it with 400 or 401, and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
