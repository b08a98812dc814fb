import type { Caller } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedInCaller } from '../testing/signed-in-caller.ts';
import { findRolesByCode, isOwnerRole, roleCodes } from './roles.store.ts';

let service: TestService;
let owner: Client;
let caller: Caller;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  for (const code of ['bare', 'former'])
    roles[code] = (await owner.call('POST', '/roles', { code, name: code })).body.id;
  await owner.call('DELETE', `/roles/${roles.former}`);
  for (const role of (await owner.call('GET', '/roles?is_builtin=true')).body.data)
    roles[role.code] = role.id;
  caller = createSignedInCaller(service, owner, []);
});
afterAll(() => service.stop());

it('finds codes that no role of the organization has or had', async () => {
  const stranger = await service.newOrganization();
  await stranger.call('POST', '/roles', { code: 'theirs', name: 'Theirs' });
  expect(await roleCodes.findUnknown(caller, ['ghost', 'viewer', 'former', 'theirs'])).toEqual([
    'ghost',
    'theirs',
  ]);
  expect(await roleCodes.findUnknown(caller, ['viewer'])).toEqual([]);
});

it('finds live roles by code, and whether a user has them without restrictions', async () => {
  const { user } = await service.newUser(owner, ['bare']);
  const grant = async (code: string, more: object = {}): Promise<number> =>
    (await owner.call('POST', '/grants', { user_id: user.id, role_id: roles[code], ...more })).body.id;
  await grant('auditor');
  await grant('viewer', { scope: 'own' });
  await owner.call('DELETE', `/grants/${await grant('hr')}`);
  await service.newUser(owner, ['manager']);
  const codes = ['hr', 'manager', 'viewer', 'auditor', 'former', 'ghost'];
  const found = await writeInTransaction(caller, (tx) => findRolesByCode(tx, caller, codes, user.id));
  expect(Object.fromEntries(found.map(({ code, held }) => [code, held]))).toEqual({
    ...{ hr: false, manager: false, viewer: false, auditor: true },
  });
});

it('recognizes the owner role of the organization', async () => {
  const stranger = await service.newOrganization();
  const theirs = (await stranger.call('GET', '/roles?code=owner')).body.data[0].id;
  const ids = [roles.owner, roles.admin, roles.bare, theirs, 2_147_483_647];
  expect(await Promise.all(ids.map((id) => isOwnerRole(caller, id)))).toEqual([
    ...[true, false, false, false, false],
  ]);
});
