import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Generates a signing secret: 256 random bits in the format of Standard Webhooks. */
export function generateSigningSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`;
}

interface SignerOptions {
  secret: string;
  /** The secret before the last rotation, while it is still valid. */
  previous_secret?: string | null;
  /** Custom headers of the endpoint. They never override headers of the service. */
  custom?: Record<string, string>;
}

interface DeliveryToSign {
  /** The exact body of the request. */
  body: string | Uint8Array;
  event_type: string;
  delivery_id: number;
  /** Identical for all deliveries of one event to one endpoint. */
  message_id: string;
  at: Date;
}

/**
 * Signs the deliveries of an endpoint. `X-Service-Signature` is the HMAC-SHA256 of the body in hexadecimal, keyed with
 * the whole secret, including its prefix. `webhook-signature` follows Standard Webhooks: it is keyed with the decoded
 * secret and covers id and time, so that receivers can reject replays. While two secrets are valid, it contains a
 * signature by each, the newer secret first.
 *
 * Keys are created once: that takes several times as long as signing.
 */
export class Signer {
  readonly #custom: Record<string, string>;
  readonly #wholeKey: KeyObject;
  readonly #decodedKeys: KeyObject[];

  constructor({ secret, previous_secret, custom = {} }: SignerOptions) {
    this.#custom = custom;
    this.#wholeKey = createSecretKey(secret, 'utf8');
    const secrets = previous_secret ? [secret, previous_secret] : [secret];
    this.#decodedKeys = secrets.map((one) => createSecretKey(one.slice(secretPrefix.length), 'base64'));
  }

  createHeaders({ body, event_type, delivery_id, message_id, at }: DeliveryToSign): Record<string, string> {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signatures = this.#decodedKeys.map(
      (key) => `v1,${standardSignature(key, message_id, timestamp, body)}`,
    );
    return {
      ...this.#custom,
      'Content-Type': 'application/json',
      'User-Agent': 'Workforce-Webhooks/1',
      'X-Service-Signature': createHmac('sha256', this.#wholeKey).update(body).digest('hex'),
      'X-Service-Event': event_type,
      'X-Service-Delivery-Id': String(delivery_id),
      'webhook-id': message_id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    };
  }
}

function standardSignature(key: KeyObject, id: string, timestamp: string, body: string | Uint8Array): string {
  const hmac = createHmac('sha256', key);
  const signed =
    typeof body === 'string'
      ? hmac.update(`${id}.${timestamp}.${body}`)
      : hmac.update(`${id}.${timestamp}.`).update(body);
  return signed.digest('base64');
}
