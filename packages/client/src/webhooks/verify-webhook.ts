import type { WebhookEvent } from './webhook-event.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** Headers of the Fetch API, of Node.js, Express or Fastify, or a plain object in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

export interface VerifyOptions {
  /**
   * Maximum difference between sending time and now. Requests are signed when they are sent: 5 minutes are sufficient.
   */
  toleranceSeconds?: number;
  /**
   * `standard` verifies `webhook-signature`, which also covers id and time, so old requests cannot be replayed. `body`
   * verifies `X-Service-Signature`, which covers only the body.
   */
  signature?: 'standard' | 'body';
  /** The current time in milliseconds; for tests. */
  now?: () => number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const secretPrefix = 'whsec_';
/** Further signatures are ignored. The service sends at most two, during a rotation of the secret. */
const maxSignatures = 8;
const text = new TextEncoder();

/**
 * Verifies that a request comes from the platform and is unmodified and, with the standard signature, that it was sent
 * within the tolerance. Detects no repetition within that time: compare the ids of events.
 *
 * @param rawBody the body before parsing
 * @param secret the endpoint's secret (`whsec_…`), or all valid ones during a rotation
 * @returns the event
 * @throws WebhookVerificationError with a `reason`, if the request is not genuine
 * @throws TypeError for an invalid secret or a parsed body
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, signature = 'standard', now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody);
  // JavaScript callers pass environment variables, which may be undefined.
  const secrets = typeof secret === 'string' ? [secret] : [...(secret ?? [])];
  if (!secrets.some(Boolean)) throw new TypeError('No secret given');
  const isGenuine =
    signature === 'body'
      ? await hasBodySignature(body, headers, secrets)
      : await hasStandardSignature(body, headers, secrets, toleranceSeconds, now());
  if (!isGenuine)
    throw new WebhookVerificationError('wrong_signature', 'No signature matches the body and a known secret');
  return eventOf(body);
}

async function hasStandardSignature(
  body: Bytes,
  headers: WebhookHeaders,
  secrets: readonly string[],
  toleranceSeconds: number,
  now: number,
): Promise<boolean> {
  const keys = secrets.map(bytesOfSecret);
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const given = header(headers, 'webhook-signature').split(' ');
  checkTime(timestamp, toleranceSeconds, now);
  const signed = joined(text.encode(`${id}.${timestamp}.`), body);
  const signatures = given.filter((one) => one.startsWith('v1,')).map((one) => fromBase64(one.slice(3)));
  return matches(keys, signatures, signed);
}

async function hasBodySignature(
  body: Bytes,
  headers: WebhookHeaders,
  secrets: readonly string[],
): Promise<boolean> {
  const given = header(headers, 'x-service-signature');
  const keys = secrets.map((secret) => text.encode(secret));
  return matches(keys, [fromHex(given)], body);
}

/** Compares in constant time. */
async function matches(
  keys: readonly Bytes[],
  signatures: readonly (Bytes | null)[],
  signed: Bytes,
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
    for (const signature of signatures.slice(0, maxSignatures)) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true;
    }
  }
  return false;
}

function checkTime(timestamp: string, toleranceSeconds: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('invalid_timestamp', 'webhook-timestamp must be a number of seconds');
  const age = now / 1000 - Number(timestamp);
  if (age > toleranceSeconds)
    throw new WebhookVerificationError('too_old', `Sent more than ${toleranceSeconds} s ago`);
  if (age < -toleranceSeconds)
    throw new WebhookVerificationError('too_new', `Sent more than ${toleranceSeconds} s in the future`);
}

function header(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : ofRecord(headers, name);
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only === 'string' && only !== '') return only;
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing or repeated`);
}

function ofRecord(headers: object, name: string): unknown {
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  return found.length === 1 ? found[0]?.[1] : undefined;
}

function eventOf(body: Bytes): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof event?.event_type === 'string') return event;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('invalid_body', 'The body is not an event in JSON');
}

function bytesOf(rawBody: unknown): Bytes {
  if (typeof rawBody === 'string') return text.encode(rawBody);
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody);
  if (rawBody instanceof Uint8Array) return new Uint8Array(rawBody);
  throw new TypeError('The body must be the raw bytes or text: the signature does not cover a parsed body');
}

function bytesOfSecret(secret: string): Bytes {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  const bytes = fromBase64(encoded);
  if (bytes && bytes.length > 0) return bytes;
  throw new TypeError('Invalid secret: must be whsec_ and base64');
}

/** Accepts only the canonical spelling of the bytes. */
function fromBase64(encoded: string): Bytes | null {
  try {
    const decoded = atob(encoded);
    if (btoa(decoded) !== encoded) return null;
    return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function fromHex(encoded: string): Bytes | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(encoded)) return null;
  return Uint8Array.from(encoded.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
