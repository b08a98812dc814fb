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
  const denial = { reason: 'permission', permission: 'task:update' };
  expect(() => authorize(caller, endpointWith({ can: 'task:update' }))).toThrow(
    expect.objectContaining({ message: 'Requires task:update', denial }),
  );
});

it.each<[AccessRestriction[], Partial<Endpoint>, AccessRestriction | null]>([
  [['read_only'], { method: 'get' }, null],
  [['read_only'], { method: 'post' }, 'read_only'],
  [['read_only'], { method: 'post', exemptFrom: ['read_only'] }, null],
  [['read_only'], { method: 'post', exemptFrom: ['mfa_setup'] }, 'read_only'],
  [['mfa_setup'], { method: 'get' }, 'mfa_setup'],
  [['mfa_setup'], { method: 'get', exemptFrom: ['mfa_setup'] }, null],
  [['foreign_network'], { method: 'get' }, 'foreign_network'],
  [['mfa_setup', 'foreign_network'], { method: 'get', exemptFrom: ['mfa_setup'] }, 'foreign_network'],
  [['read_only', 'foreign_network'], { method: 'get' }, 'foreign_network'],
])('with the restrictions %j, a call of %j is rejected with %s', (restrictions, declared, reason) => {
  const call = () => authorize(callerWith(restrictions), endpointWith(declared));
  if (reason) expect(call).toThrow(expect.objectContaining({ kind: 'forbidden', denial: { reason } }));
  else expect(call).not.toThrow();
});
