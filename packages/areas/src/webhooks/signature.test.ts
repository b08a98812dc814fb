import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newSigningSecret, signedHeaders } from './signature.ts';

const secret = newSigningSecret();
const body = '{"id":1,"event_type":"task.post_create","payload":{"record_name":"Café ☕"}}';
const headers = signedHeaders({
  secret,
  body,
  event_type: 'task.post_create',
  delivery_id: 12,
  message_id: 'msg_1_2',
  at: new Date(),
});

it('has 256 random bits in the form of the standard', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSigningSecret()).not.toBe(secret);
});

it('signs the body in hexadecimal, keyed with the whole secret', () => {
  expect(headers['X-Service-Signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'));
  expect(headers['X-Service-Event']).toBe('task.post_create');
  expect(headers['X-Service-Delivery-Id']).toBe('12');
});

it('is accepted by the verifier of the standard, and not with one byte changed', () => {
  const verifier = new Webhook(secret);
  expect(verifier.verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => verifier.verify(body.replace('Café', 'Cafe'), headers)).toThrow();
});
