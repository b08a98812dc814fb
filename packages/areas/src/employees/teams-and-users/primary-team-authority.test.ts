import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let small: number;
let below: number;
let board: number;
let head: number;
/** A user with rights on the people of the own team, and their employee. */
let partner: Client;
let self: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
  small = await created('/teams', { name: 'Small' });
  below = await created('/teams', { name: 'Below', parent_id: small });
  board = await created('/teams', { name: 'Board' });
  head = (await people.hire({ team_id: board })).id;
  await newRole('partner', {
    ...{ 'employee:read': ['org'], 'team:read': ['org'], 'employee:update': ['team'] },
    ...{ 'employee_change:read': ['team'], 'employee_change:update': ['team'] },
    ...{ 'employee_change:create': ['team'], 'employee:manage': ['team'] },
  });
  partner = await service.newUser(owner, ['partner']);
  self = (await people.hire({ user_id: partner.user.id, team_id: small })).id;
});

async function created(path: string, body: object): Promise<number> {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
}
async function newRole(code: string, map: Record<string, string[]>): Promise<number> {
  const permissions = Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
  return created('/roles', { code, name: code, permissions });
}
const roleId = async (code: string): Promise<number> =>
  (await owner.call('GET', `/roles?q=${code}`)).body.data.find((one: { code: string }) => one.code === code)
    .id;
async function grant({ user }: Client, code: string, more: object = {}): Promise<void> {
  await created('/grants', { user_id: user.id, role_id: await roleId(code), ...more });
}
async function revoke({ user }: Client, code: string): Promise<void> {
  const { data } = (await owner.call('GET', `/grants?user_id=${user.id}&live=true`)).body;
  for (const one of data.filter((one: { role_code: string }) => one.role_code === code))
    expect((await owner.call('DELETE', `/grants/${one.id}`)).status).toBe(204);
}
const moveTo = (by: Client, id: number, team_id: number, effective_date = day(0)) =>
  by.call('POST', `/employees/${id}/changes`, { kind: 'team', effective_date, set: { team_id } });
const patch = (by: Client, id: number) => by.call('PATCH', `/employees/${id}`, { job_title: 'Changed' });

const expectDenied = async (work: () => Promise<any>) => {
  const { result, events, outbox } = await recordedBy(service, owner.user.org_id, work);
  expect([result.status, result.body.error, events, outbox]).toEqual([
    403,
    expect.stringContaining(
      'With this team, the role partner would give a user permissions on people that you do not have there',
    ),
    [],
    0,
  ]);
};

describe('an employee whose user has a role with rights on people of the own team', () => {
  it.each([0, 30])('cannot move to a team where the user lacks them, from day %i on', async (days) => {
    expect((await patch(partner, head)).status).toBe(403);
    await expectDenied(() => moveTo(partner, self, board, day(days)));
    expect((await patch(partner, head)).status).toBe(403);
  });

  it('can be moved within the own team, and everywhere by a user with the rights for all', async () => {
    expect((await moveTo(partner, self, below)).status).toBe(201);
    const hr = await service.newUser(owner, ['hr']);
    expect((await moveTo(hr, self, board)).status).toBe(201);
    expect((await patch(partner, head)).status).toBe(200);
  });

  it('cannot be moved by a colleague with the same rights, unlike one without such a role', async () => {
    const other = await service.newUser(owner, ['partner']);
    const colleague = (await people.hire({ user_id: other.user.id, team_id: small })).id;
    const plain = await service.newUser(owner, ['manager']);
    const third = (await people.hire({ user_id: plain.user.id, team_id: small })).id;
    const unlinked = (await people.hire({ team_id: small })).id;
    await expectDenied(() => moveTo(partner, colleague, board));
    for (const id of [third, unlinked]) expect((await moveTo(partner, id, board)).status).toBe(201);
  });

  it('cannot be moved by approving a proposal', async () => {
    await newRole('proposer', {
      'employee:read': ['org'],
      'employee_change:create': ['org'],
      'team:read': ['org'],
    });
    const proposer = await service.newUser(owner, ['proposer']);
    const proposal = await moveTo(proposer, self, board);
    expect([proposal.status, proposal.body.state]).toEqual([201, 'proposed']);
    await expectDenied(() => partner.call('POST', `/employees/${self}/changes/${proposal.body.id}/approve`));
  });

  it('cannot be linked to the user in another team', async () => {
    await newRole('linker', {
      ...{ 'employee:read': ['org'], 'employee:manage': ['org'], 'employee_change:read': ['org'] },
      'user:read': ['org'],
    });
    const linker = await service.newUser(owner, ['linker']);
    const other = await service.newUser(owner, ['partner']);
    const link = () => linker.call('POST', `/employees/${head}/link-user`, { user_id: other.user.id });
    await expectDenied(link);
    const plain = await service.newUser(owner, ['employee']);
    expect(
      (await linker.call('POST', `/employees/${head}/link-user`, { user_id: plain.user.id })).status,
    ).toBe(200);
  });

  it.each([
    ['merge', 'into_id'],
    ['archive', 'move_to'],
  ])('cannot move by a request to %s the own team into another', async (act, field) => {
    await newRole('organizer', { 'team:manage': ['org'], 'employee_change:manage': ['org'] });
    await grant(partner, 'organizer');
    const dissolve = (by: Client) => by.call('POST', `/teams/${small}/${act}`, { [field]: board });
    await expectDenied(() => dissolve(partner));
    expect((await dissolve(await service.newUser(owner, ['hr']))).status).toBe(200);
    expect((await owner.call('GET', `/employees/${self}`)).body.team_id).toBe(board);
  });

  it('cannot move by a request that redirects a scheduled change', async () => {
    await newRole('organizer', { 'team:manage': ['org'], 'employee_change:manage': ['org'] });
    await grant(partner, 'organizer');
    expect((await moveTo(owner, self, below, day(30))).status).toBe(201);
    await expectDenied(() => partner.call('POST', `/teams/${below}/archive`, { move_to: board }));
  });

  it.each(['link', 'invite'])(
    'cannot be created for an employee who will be in another team: %s',
    async (by) => {
      await newRole('linker', {
        ...{
          'employee:read': ['org'],
          'employee:manage': ['org'],
          'user:read': ['org'],
          'user:create': ['org'],
        },
        ...{ 'grant:create': ['org'], 'role:read': ['org'], 'team:read': ['org'] },
      });
      const linker = await service.newUser(owner, ['linker', 'partner']);
      await grant(linker, 'partner', { scope: 'team', team_id: small });
      const unlinked = async () => (await people.hire({ team_id: small })).id;
      const other = await service.newUser(owner, ['partner']);
      const role_ids = [await roleId('partner')];
      const give = (id: number) =>
        by === 'link'
          ? linker.call('POST', `/employees/${id}/link-user`, { user_id: other.user.id })
          : linker.call('POST', '/users/invite', { email: `u${id}@example.test`, employee_id: id, role_ids });
      const leaving = await unlinked();
      expect((await moveTo(owner, leaving, board, day(30))).status).toBe(201);
      await expectDenied(() => give(leaving));
      expect((await give(await unlinked())).status).toBe(by === 'link' ? 200 : 201);
    },
  );

  it('cannot be brought back by a correction of the day of a move', async () => {
    await moveTo(owner, self, board, day(-60));
    const { body: left } = await moveTo(owner, self, small, day(-30));
    await newRole('editor', { 'employee_change:manage': ['org'] });
    await grant(partner, 'editor');
    await revoke(partner, 'partner');
    await grant(partner, 'partner');
    const correct = (effective_date: string) =>
      partner.call('POST', `/employees/${self}/changes`, {
        ...{ kind: 'correction', effective_date, corrects_id: left.id, set: {} },
      });
    await expectDenied(() => correct(day(60)));
    expect((await correct(day(-40))).status).toBe(201);
  });

  it('cannot be kept in a team by cancelling a move', async () => {
    await moveTo(owner, self, board, day(-60));
    const { body: leaving } = await moveTo(owner, self, small, day(30));
    const editor = await service.newUser(owner, []);
    await newRole('editor', { 'employee:read': ['org'], 'employee_change:manage': ['org'] });
    await grant(editor, 'editor');
    await expectDenied(() => editor.call('DELETE', `/employees/${self}/changes/${leaving.id}`));
    expect((await owner.call('DELETE', `/employees/${self}/changes/${leaving.id}`)).status).toBe(204);
  });

  it('cannot be restored in a team where the user lacks them', async () => {
    const other = await service.newUser(owner, []);
    const deleted = (await people.hire({ user_id: other.user.id, team_id: board })).id;
    expect((await owner.call('DELETE', `/employees/${deleted}`)).status).toBe(204);
    await grant(other, 'partner');
    await newRole('restorer', { 'employee:manage': ['org'], 'employee_change:read': ['org'] });
    const restorer = await service.newUser(owner, ['restorer']);
    const restore = () => restorer.call('POST', `/employees/${deleted}/restore`, {});
    await expectDenied(restore);
    await revoke(other, 'partner');
    expect((await restore()).status).toBe(200);
  });
});
