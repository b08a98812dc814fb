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
/** A full second, since that is what a request tells. */
const started = Math.floor(Date.now() / 1000) * 1000;
const secondsAgo = (seconds: number) => new Date(started - seconds * 1000);
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => (error instanceof WebhookVerificationError ? error.reason : error),
  );

describe('accepts what the service signs', () => {
  it.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['bytes', new TextEncoder().encode(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('with the body as %s', async (_, raw) => {
    expect(await verifyWebhook(raw, signed(), secret)).toEqual(event);
  });

  it('with headers of the Fetch API, of Node, and with lists of one', async () => {
    const headers = signed();
    const ofNode = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const form of [new Headers(headers), ofNode, lists])
      expect(await verifyWebhook(body, form, secret)).toEqual(event);
  });

  it('while a secret is replaced, with the old one, the new one, or both', async () => {
    const newer = generateSigningSecret();
    const headers = signed({ secret: newer, previous_secret: secret });
    for (const known of [secret, newer, [newer, secret], [generateSigningSecret(), secret]])
      expect(await verifyWebhook(body, headers, known)).toEqual(event);
    expect(await reasonOf(verifyWebhook(body, headers, generateSigningSecret()))).toBe('wrong_signature');
  });

  it('by X-Service-Signature alone, where that is asked for', async () => {
    const alone = { 'x-service-signature': createHmac('sha256', secret).update(body).digest('hex') };
    expect(await verifyWebhook(body, alone, secret, { signature: 'body' })).toEqual(event);
    expect(await reasonOf(verifyWebhook(body, alone, secret))).toBe('missing_header');
    expect(await reasonOf(verifyWebhook(`${body} `, alone, secret, { signature: 'body' }))).toBe(
      'wrong_signature',
    );
  });
});

describe('agrees with the library of the standard', () => {
  const ofStandard = new Webhook(secret);

  it('on what that signs', async () => {
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': ofStandard.sign('msg_1', at, body),
    };
    expect(await verifyWebhook(body, headers, secret)).toEqual(event);
  });

  it('on what the service signs, and on every change of one byte or header', async () => {
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
        // Ours is the stricter one: it takes no other spelling of the same base64 or number.
        if (isAccepted) expect(isAcceptedThere).toBe(true);
        if (sent === body && JSON.stringify(withChange) === JSON.stringify(headers))
          expect(isAccepted).toBe(true);
        else if (isAcceptedThere !== isAccepted) expect(where).not.toBe('body');
      }),
    );
  });
});

it('takes no other spelling of a signature', async () => {
  const headers = signed() as Record<string, string>;
  const signature = headers['webhook-signature'] ?? '';
  const [, last = ''] = /(.)=$/.exec(signature) ?? [];
  const alike = String.fromCharCode(last.charCodeAt(0) + 1);
  for (const other of [signature.slice(0, -1), `${signature.slice(0, -2)}${alike}=`]) {
    const sent = { ...headers, 'webhook-signature': other };
    expect(await reasonOf(verifyWebhook(body, sent, secret))).toBe('wrong_signature');
  }
});

describe('refuses, with a reason', () => {
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

  it('a body that is signed and no event', async () => {
    for (const other of ['null', '[]', '{"event_type":1}', 'not json', Buffer.from([0xff, 0xfe])])
      expect(await reasonOf(verifyWebhook(other, signed({ body: other }), secret))).toBe('invalid_body');
  });

  it('looks at a few signatures, however many there are', async () => {
    const headers = signed();
    const junk = Array.from({ length: 8 }, () => `v1,${randomBytes(32).toString('base64')}`).join(' ');
    const hidden = { ...headers, 'webhook-signature': `${junk} ${headers['webhook-signature']}` };
    expect(await reasonOf(verifyWebhook(body, hidden, secret))).toBe('wrong_signature');
  });

  it('takes the tolerance that it is given', async () => {
    const headers = signed({ at: secondsAgo(3_600) });
    expect(await verifyWebhook(body, headers, secret, { toleranceSeconds: 7_200 })).toEqual(event);
    expect(await reasonOf(verifyWebhook(body, headers, secret, { toleranceSeconds: 60 }))).toBe('too_old');
  });
});

it('tells a mistake of the program from a request that is not genuine', async () => {
  for (const wrong of ['', 'whsec_', 'whsec_%%%', []])
    await expect(verifyWebhook(body, signed(), wrong)).rejects.toThrow(TypeError);
  const missing = undefined as unknown as string;
  await expect(verifyWebhook(body, signed(), missing)).rejects.toThrow('There is no secret to verify with');
  const parsed = event as unknown as string;
  await expect(verifyWebhook(parsed, signed(), secret)).rejects.toThrow('give it as it came, not parsed');
});
