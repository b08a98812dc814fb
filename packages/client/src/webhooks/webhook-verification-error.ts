/**
 * Reason why a request is rejected:
 *
 * - `missing_header`: a header is missing or repeated
 * - `invalid_timestamp`: `webhook-timestamp` is not a number of seconds
 * - `too_old`, `too_new`: the sending time is outside of the tolerance
 * - `wrong_signature`: no signature matches the body and a known secret
 * - `invalid_body`: the signature is valid, but the body is not an event
 */
export type WebhookVerificationReason =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'invalid_body';

/** The request is not a genuine webhook. Respond with 400 or 401, and do not process it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
