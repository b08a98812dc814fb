import type { AccessRestriction, Caller, Endpoint } from '@wfp/shared';
import { expect, it } from 'vitest';
import { authorize } from './authorize.ts';

const callerWith = (restrictions: readonly AccessRestriction[], held: readonly string[] = ['task:read']) =>
  ({
    restrictions,
    rowScopeFor: (one: string) => (held.includes(one) ? { org: true } : null),
  }) as unknown as Caller;
const endpointWith = (declared: Partial<Endpoint>) =>
  ({ method: 'get', can: 'task:read', ...declared }) as Endpoint;

it('requires the permission of the endpoint, if it has one', () => {
  const caller = callerWith([]);
  expect(authorize(caller, endpointWith({}))).toBe(caller);
  expect(authorize(caller, endpointWith({ can: 'signed-in' }))).toBe(caller);
  expect(authorize(caller, endpointWith({ can: 'public' }))).toBe(caller);
  expect(() => authorize(caller, endpointWith({ can: 'task:update' }))).toThrow(
    expect.objectContaining({ kind: 'forbidden', message: 'Requires task:update' }),
  );
});

it.each<[AccessRestriction[], Partial<Endpoint>, RegExp | null]>([
  [['read_only'], { method: 'get' }, null],
  [['read_only'], { method: 'post' }, /read-only/],
  [['read_only'], { method: 'post', exemptFrom: ['read_only'] }, null],
  [['read_only'], { method: 'post', exemptFrom: ['mfa_setup'] }, /read-only/],
  [['mfa_setup'], { method: 'get' }, /second factor/],
  [['mfa_setup'], { method: 'get', exemptFrom: ['mfa_setup'] }, null],
  [['foreign_network'], { method: 'get' }, /network/],
  [['mfa_setup', 'foreign_network'], { method: 'get', exemptFrom: ['mfa_setup'] }, /network/],
  [['read_only', 'foreign_network'], { method: 'get' }, /network/],
])('with the restrictions %j, a call of %j is rejected with %s', (restrictions, declared, message) => {
  const call = () => authorize(callerWith(restrictions), endpointWith(declared));
  if (message)
    expect(call).toThrow(
      expect.objectContaining({ kind: 'forbidden', message: expect.stringMatching(message) }),
    );
  else expect(call).not.toThrow();
});
