import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { generateSigningSecret, Signer } from './signature.ts';

const secret = generateSigningSecret();
const body = '{"id":1,"event_type":"task.post_create","payload":{"record_name":"Café ☕"}}';
const delivery = {
  body,
  event_type: 'task.post_create',
  delivery_id: 12,
  message_id: 'msg_1_2',
  at: new Date(),
};
const headers = new Signer({ secret }).createHeaders(delivery);

it('generates secrets of 256 random bits in the format of Standard Webhooks', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(generateSigningSecret()).not.toBe(secret);
});

it('signs the body in hexadecimal, keyed with the whole secret', () => {
  expect(headers['X-Service-Signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
  expect(headers['X-Service-Event']).toBe('task.post_create');
  expect(headers['X-Service-Delivery-Id']).toBe('12');
});

it('is accepted by the Standard Webhooks verifier, unless a byte is changed', () => {
  const verifier = new Webhook(secret);
  expect(verifier.verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => verifier.verify(body.replace('Café', 'Cafe'), headers)).toThrow();
});

it('signs with both valid secrets in webhook-signature, and with the newer one in X-Service-Signature', () => {
  const newer = generateSigningSecret();
  const both = new Signer({ secret: newer, previous_secret: secret }).createHeaders(delivery);
  for (const known of [newer, secret])
    expect(new Webhook(known).verify(body, both)).toEqual(JSON.parse(body));
  expect(both['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  expect(both['X-Service-Signature']).toBe(createHmac('sha256', newer).update(body).digest('hex'));
  const after = new Signer({ secret: newer, previous_secret: null }).createHeaders(delivery);
  expect(() => new Webhook(secret).verify(body, after)).toThrow();
});

it('signs bytes like text, and does not let custom headers override its own', () => {
  const signer = new Signer({ secret, custom: { 'x-team': 'blue' } });
  const ofText = signer.createHeaders(delivery);
  expect(signer.createHeaders({ ...delivery, body: Buffer.from(body) })).toEqual(ofText);
  expect(ofText['x-team']).toBe('blue');
  const bold = new Signer({ secret, custom: { 'webhook-id': 'mine' } }).createHeaders(delivery);
  expect(bold['webhook-id']).toBe('msg_1_2');
});
