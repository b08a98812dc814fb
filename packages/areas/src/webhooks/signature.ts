import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** A signing secret: 256 random bits in the form of the Standard Webhooks specification. */
export function newSigningSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`;
}

interface Signed {
  secret: string;
  body: string;
  event_type: string;
  delivery_id: number;
  /** The same for every attempt to bring one event to one endpoint. */
  message_id: string;
  /** When this attempt is sent. */
  at: Date;
}

/**
 * The headers of a delivery. `X-Service-Signature` is the HMAC-SHA256 of the body in hexadecimal, keyed
 * with the whole secret as it was shown; `webhook-signature` follows Standard Webhooks, keyed with the
 * bytes that the secret's base64 stands for, and covers id and time, so that receivers can refuse replays.
 */
export function signedHeaders({
  secret,
  body,
  event_type,
  delivery_id,
  message_id,
  at,
}: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const standard = createHmac('sha256', key).update(`${message_id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Workforce-Webhooks/1',
    'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    'X-Service-Event': event_type,
    'X-Service-Delivery-Id': String(delivery_id),
    'webhook-id': message_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}
