import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { generateSigningSecret, Signer } from '../../../areas/src/webhooks/sender/attempt/signature.ts';
import { verifyWebhook, WebhookVerificationError } from '../index.ts';

const secret = generateSigningSecret();
const event = {
  id: 7,
  org_id: 1,
  aggregate_type: 'task',
  aggregate_id: 3,
  event_type: 'task.completed',
  payload: {
    org_id: 1,
    actor_id: 2,
    record_id: 3,
    record_type: 'task',
    record_name: 'Café ☕',
    action: 'done',
  },
  occurred_at: '2026-11-21T12:00:00.000Z',
};
const body = JSON.stringify(event);
type Signed = ConstructorParameters<typeof Signer>[0] & Parameters<Signer['createHeaders']>[0];
const signed = (overrides: Partial<Signed> = {}) =>
  new Signer({ secret, ...overrides }).createHeaders({
    body,
    event_type: event.event_type,
    delivery_id: 12,
    message_id: 'msg_7_2',
    at: new Date(),
    ...overrides,
  });
/** A full second: the header's resolution. */
const started = Math.floor(Date.now() / 1000) * 1000;
const secondsAgo = (seconds: number) => new Date(started - seconds * 1000);
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => (error instanceof WebhookVerificationError ? error.reason : error),
  );

describe('verifyWebhook', () => {
  it.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['bytes', new TextEncoder().encode(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('accepts the body as %s', async (_, raw) => {
    expect(await verifyWebhook(raw, signed(), secret)).toEqual(event);
  });

  it('accepts headers of the Fetch API, of Node.js, and lists of one', async () => {
    const headers = signed();
    const ofNode = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const form of [new Headers(headers), ofNode, lists])
      expect(await verifyWebhook(body, form, secret)).toEqual(event);
  });

  it('accepts the old secret, the new one or both during a rotation', async () => {
    const newer = generateSigningSecret();
    const headers = signed({ secret: newer, previous_secret: secret });
    for (const known of [secret, newer, [newer, secret], [generateSigningSecret(), secret]])
      expect(await verifyWebhook(body, headers, known)).toEqual(event);
    expect(await reasonOf(verifyWebhook(body, headers, generateSigningSecret()))).toBe('wrong_signature');
  });

  it('accepts X-Service-Signature on request', async () => {
    const alone = { 'x-service-signature': createHmac('sha256', secret).update(body).digest('hex') };
    expect(await verifyWebhook(body, alone, secret, { signature: 'body' })).toEqual(event);
    expect(await reasonOf(verifyWebhook(body, alone, secret))).toBe('missing_header');
    expect(await reasonOf(verifyWebhook(`${body} `, alone, secret, { signature: 'body' }))).toBe(
      'wrong_signature',
    );
  });
});

describe('compared with the library of the Standard Webhooks specification', () => {
  const ofStandard = new Webhook(secret);

  it('accepts what the library signs', async () => {
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': ofStandard.sign('msg_1', at, body),
    };
    expect(await verifyWebhook(body, headers, secret)).toEqual(event);
  });

  it('agrees with it on signatures of the service, and on every change of one byte or header', async () => {
    const headers = signed() as Record<string, string>;
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const change = fc.record({
      where: fc.constantFrom('body', ...names),
      at: fc.nat(60),
      to: fc.constantFrom('0', 'A', ' ', ',', '='),
    });
    const changed = (text: string, at: number, to: string) => text.slice(0, at) + to + text.slice(at + 1);
    await fc.assert(
      fc.asyncProperty(change, async ({ where, at, to }) => {
        const sent = where === 'body' ? changed(body, at, to) : body;
        const withChange =
          where === 'body' ? headers : { ...headers, [where]: changed(headers[where] ?? '', at, to) };
        const isAccepted = (await reasonOf(verifyWebhook(sent, withChange, secret))) === 'accepted';
        const isAcceptedThere = (() => {
          try {
            ofStandard.verify(sent, withChange);
            return true;
          } catch {
            return false;
          }
        })();
        // Our verification is stricter: it accepts no alternative spelling of the same base64 or hexadecimal.
        if (isAccepted) expect(isAcceptedThere).toBe(true);
        if (sent === body && JSON.stringify(withChange) === JSON.stringify(headers))
          expect(isAccepted).toBe(true);
        else if (isAcceptedThere !== isAccepted) expect(where).not.toBe('body');
      }),
    );
  });
});

it('accepts no alternative spelling of a signature', async () => {
  const headers = signed() as Record<string, string>;
  const signature = headers['webhook-signature'] ?? '';
  const [, last = ''] = /(.)=$/.exec(signature) ?? [];
  const alternative = String.fromCharCode(last.charCodeAt(0) + 1);
  for (const other of [signature.slice(0, -1), `${signature.slice(0, -2)}${alternative}=`]) {
    const sent = { ...headers, 'webhook-signature': other };
    expect(await reasonOf(verifyWebhook(body, sent, secret))).toBe('wrong_signature');
  }
});

describe('a request that is not genuine', () => {
  it.each([
    ['too_old', signed({ at: secondsAgo(301) })],
    ['too_new', signed({ at: secondsAgo(-301) })],
    ['accepted', signed({ at: secondsAgo(300) })],
    ['accepted', signed({ at: secondsAgo(-300) })],
    ['invalid_timestamp', { ...signed(), 'webhook-timestamp': 'yesterday' }],
    ['invalid_timestamp', { ...signed(), 'webhook-timestamp': '-1' }],
    ['missing_header', { ...signed(), 'webhook-id': undefined }],
    ['missing_header', { ...signed(), 'webhook-signature': '' }],
    ['missing_header', { ...signed(), 'webhook-timestamp': ['1', '2'] }],
    ['missing_header', { ...signed(), 'Webhook-Id': 'msg_other' }],
    ['wrong_signature', { ...signed(), 'webhook-id': 'msg_7_3' }],
    ['wrong_signature', { ...signed(), 'webhook-signature': 'v1a,AAAA v2,BBBB v1, v1,%%% nonsense' }],
    ['wrong_signature', signed({ secret: generateSigningSecret() })],
  ])('%s', async (reason, headers) => {
    expect(await reasonOf(verifyWebhook(body, headers, secret, { now: () => started }))).toBe(reason);
  });

  it('is rejected if its signed body is not an event', async () => {
    for (const other of ['null', '[]', '{"event_type":1}', 'not json', Buffer.from([0xff, 0xfe])])
      expect(await reasonOf(verifyWebhook(other, signed({ body: other }), secret))).toBe('invalid_body');
  });

  it('is rejected after a limited number of signatures', async () => {
    const headers = signed();
    const invalidSignatures = Array.from(
      { length: 8 },
      () => `v1,${randomBytes(32).toString('base64')}`,
    ).join(' ');
    const beyondLimit = {
      ...headers,
      'webhook-signature': `${invalidSignatures} ${headers['webhook-signature']}`,
    };
    expect(await reasonOf(verifyWebhook(body, beyondLimit, secret))).toBe('wrong_signature');
  });

  it('is rejected outside of the given tolerance', async () => {
    const headers = signed({ at: secondsAgo(3_600) });
    expect(await verifyWebhook(body, headers, secret, { toleranceSeconds: 7_200 })).toEqual(event);
    expect(await reasonOf(verifyWebhook(body, headers, secret, { toleranceSeconds: 60 }))).toBe('too_old');
  });
});

it('is distinguished from a mistake of the caller', async () => {
  for (const wrong of ['', 'whsec_', 'whsec_%%%', []])
    await expect(verifyWebhook(body, signed(), wrong)).rejects.toThrow(TypeError);
  const missing = undefined as unknown as string;
  await expect(verifyWebhook(body, signed(), missing)).rejects.toThrow('No secret given');
  const parsed = event as unknown as string;
  await expect(verifyWebhook(parsed, signed(), secret)).rejects.toThrow('does not cover a parsed body');
});
