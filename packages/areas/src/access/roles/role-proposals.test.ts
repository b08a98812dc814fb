import { type Caller, systemCaller } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proposeClone, proposePermissions, proposeRolePatch } from './role-proposals.service.ts';

let service: TestService;
let owner: Client;
let caller: Caller;
let id: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const origin = { request_id: 'proposals', ip: null, user_agent: null };
  caller = systemCaller(service.platform, owner.user.org_id, origin, []);
  id = (await owner.call('POST', '/roles', { code: 'reviewed', name: 'Reviewed' })).body.id;
});
afterAll(() => service.stop());

const clone = { code: 'copy', name: 'Copy' };
const patch = { name: 'Renamed' };
const permissions = { permissions: [{ permission: 'task:read', scopes: ['org'] }] } as const;
const propose = async (by: Caller, role_id: number) => {
  const call = { caller: by, params: { id: role_id } };
  return [
    await proposeClone({ ...call, body: clone }),
    await proposeRolePatch({ ...call, body: patch }),
    await proposePermissions({ ...call, body: permissions as never }),
  ];
};

describe('the proposals of a change of a role', () => {
  it('name the role, and the source of a clone', async () => {
    expect(await propose(caller, id)).toEqual([
      [{ record_id: null, change: { ...clone, clone_of: id } }],
      [{ record_id: id, change: patch }],
      [{ record_id: id, change: permissions }],
    ]);
  });

  it('are none for a role that does not exist or that the caller may not change', async () => {
    expect(await propose(caller, 2_147_483_647)).toEqual([[], [], []]);
    expect(await propose({ ...caller, rowScopeFor: () => null }, id)).toEqual([[], [], []]);
  });
});
