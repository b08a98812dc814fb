import { authenticate } from '@wfp/areas';
import type { Caller, Importable } from '@wfp/shared';
import { readRows, writeInTransaction } from '@wfp/shared/db';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { addGrants } from '@wfp/testing/grants.ts';
import { nothing } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, recording, setOrganizationStatus, statusAndErrors } from '../testing/people.ts';
import { userExport, userImport } from './user-transfer.service.ts';

let service: TestService;
let owner: Client;
let recorded: ReturnType<typeof recording>;
let counter = 0;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await setOrganizationStatus(service, owner, 'active');
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const callerOf = (by: Client): Promise<Caller> => {
  const origin = { request_id: 'test', ip: null, user_agent: null };
  return authenticate(service.platform, by.token, origin, new Set(userImport.emits));
};

/** Imports rows in one transaction. */
async function importLines(by: Client, lines: Record<string, string>[]) {
  const caller = await callerOf(by);
  const { row, write } = userImport as Importable;
  return writeInTransaction(caller, async (tx) => {
    const done: string[] = [];
    for (const line of lines) done.push(await write(tx, caller, row.parse(line), {}));
    return done;
  });
}

/** The error of an import, in the shape of a response. */
const refused = (by: Client, lines: Record<string, string>[]) =>
  recorded(() =>
    importLines(by, lines).then(
      () => ({ status: 200, body: null }),
      (error) => ({ status: error.status, body: { details: error.details } }),
    ),
  );

describe('the import of users', () => {
  it('invites new addresses, updates known ones and grants missing roles', async () => {
    const known = await service.newUser(owner, ['viewer']);
    const fresh = person();
    const lines = [
      { ...fresh, display_name: '', locale: 'de-at', role_codes: 'manager; viewer' },
      {
        ...person({ email: known.user.email.toUpperCase() }),
        first_name: 'Renamed',
        role_codes: 'viewer hr',
      },
    ];
    const { result, events } = await recorded(() => importLines(owner, lines));
    expect(result).toEqual(['created', 'updated']);
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      ...['user.post_create', 'user.invited', 'grant.post_create', 'grant.post_create'],
      ...['user.post_update', 'grant.post_create'],
    ]);
    expect(await service.mails(fresh.email)).toHaveLength(1);
    const { data } = (await owner.call('GET', `/users?q=${fresh.email}`)).body;
    expect(data).toMatchObject([{ locale: 'de-AT', display_name: null, status: 'invited' }]);
    expect((await owner.call('GET', `/users/${known.user.id}`)).body.first_name).toBe('Renamed');
    expect((await known.call('GET', '/users/me')).body.roles).toEqual(['hr', 'viewer']);
  });

  it('answers alike for hidden and missing roles, and for holders and other users whose grants are hidden', async () => {
    await owner.call('POST', '/roles', { code: 'hidden_role', name: 'Hidden' });
    const ofUsers = ['user:read', 'user:manage'];
    const errorsOf = async (permissions: string[], role_codes: string) => {
      counter += 1;
      const listed = permissions.map((permission) => ({ permission, scopes: ['org'] }));
      const role = { code: `importer_${counter}`, name: 'Importer', permissions: listed };
      expect(await owner.call('POST', '/roles', role)).toMatchObject({ status: 201 });
      const importer = await service.newUser(owner, [role.code]);
      const [holder, other] = [
        await service.newUser(owner, ['hidden_role']),
        await service.newUser(owner, []),
      ];
      const results = [];
      for (const { user } of [holder, other]) {
        const { result, ...left } = await refused(importer, [person({ email: user.email, role_codes })]);
        expect(left).toEqual(nothing);
        results.push(statusAndErrors(result));
      }
      return results;
    };
    const unknown = (code: string) => [422, { role_codes: [`Unknown roles: ${code}`] }];
    const notPermitted = [422, { role_codes: [expect.stringContaining('Requires grant:create')] }];
    expect(await errorsOf(ofUsers, 'hidden_role')).toEqual(Array(2).fill(unknown('hidden_role')));
    expect(await errorsOf(ofUsers, 'no_such_role')).toEqual(Array(2).fill(unknown('no_such_role')));
    expect(await errorsOf([...ofUsers, 'role:read'], 'hidden_role')).toEqual(Array(2).fill(notPermitted));
  });

  it('reports the column of an error and rolls back all rows', async () => {
    const gone = await service.newUser(owner, []);
    await owner.call('POST', `/users/${gone.user.id}/deactivate`, {});
    const admin = await service.newUser(owner, ['admin']);
    const full = await service.newUser(owner, []);
    await addGrants(service, full, 200);
    const attempts: [Client, object, string][] = [
      [owner, { role_codes: 'nosuch' }, 'role_codes'],
      [owner, { email: full.user.email, role_codes: 'hr' }, 'role_codes'],
      [owner, { email: gone.user.email }, 'email'],
      [admin, { role_codes: 'owner' }, 'role_codes'],
      [admin, { email: owner.user.email }, 'email'],
    ];
    for (const [by, changes, column] of attempts) {
      const { result, ...left } = await refused(by, [person(), person(changes)]);
      expect(statusAndErrors(result)).toEqual([422, { [column]: [expect.any(String)] }]);
      expect(left).toEqual(nothing);
    }
    expect(() => userImport.row.parse({ ...person(), password: 'x' })).toThrow(/password/);
  });
});

describe('the export of users', () => {
  const exported = async (by: Client, filter: object = {}) => {
    const caller = await callerOf(by);
    return readRows<Record<string, unknown>>(caller, await userExport.statement(caller, filter));
  };

  it('contains exactly the declared columns', async () => {
    const by = await service.newOrganization();
    const user = await service.newUser(by, ['viewer', 'manager']);
    const rows = await exported(by);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(Object.keys(row)).toEqual(userExport.columns);
    expect(rows[1]).toMatchObject({ id: user.user.id, role_codes: 'manager viewer' });
    expect(await exported(by, { role: 'viewer' })).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('argon2');
  });

  it('shows roles, and finds users by them, only if the caller may read their grants', async () => {
    const by = await service.newOrganization();
    const permissions = ['user:read', 'user:export'].map((permission) => ({ permission, scopes: ['org'] }));
    const own = { permission: 'grant:read', scopes: ['own'] };
    const role = { code: 'exporter', name: 'Exporter', permissions: [...permissions, own] };
    expect((await by.call('POST', '/roles', role)).status).toBe(201);
    const exporter = await service.newUser(by, ['exporter']);
    const shown = (await exported(exporter)).map(({ id, role_codes }) => [id, role_codes]);
    expect(shown).toEqual([
      [by.user.id, ''],
      [exporter.user.id, 'exporter'],
    ]);
    expect(await exported(exporter, { role: 'owner' })).toEqual([]);
    expect(await exported(exporter, { role: 'exporter' })).toHaveLength(1);
  });

  it('is limited to the permission and the organization', async () => {
    const viewer = await service.newUser(owner, ['viewer']);
    expect(await exported(viewer)).toEqual([]);
    const stranger = await service.newOrganization();
    expect((await exported(stranger)).map((row) => row.email)).toEqual([stranger.user.email]);
  });

  it('can be imported again', async () => {
    const by = await service.newOrganization();
    await by.call('POST', '/users', person({ password: testPassword, display_name: 'Pi' }));
    const [, row = {}] = await exported(by);
    const line = Object.fromEntries(
      ['email', 'first_name', 'last_name', 'display_name', 'locale', 'time_zone', 'role_codes'].map(
        (name) => [name, String(row[name] ?? '')],
      ),
    );
    expect(await importLines(by, [line])).toEqual(['updated']);
    expect((await exported(by))[1]).toMatchObject({ ...row, updated_at: expect.anything() });
  });
});
