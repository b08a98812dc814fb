import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inSeconds, inTeam, newsOf } from './testing/news.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let news: ReturnType<typeof newsOf>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  news = newsOf(owner);
});

const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);

/** A team and a user whose employee is a member. */
async function newMember(): Promise<{ team: number; member: Client }> {
  const people = peopleOf(owner);
  const team = (await people.team('Platform')).id;
  const member = await service.newUser(owner, ['employee']);
  await people.hire({ user_id: member.user.id, team_id: team });
  return { team, member };
}

it('creates a draft, changes it and archives it, each with an event and an audit entry', async () => {
  const created = await recorded(() =>
    owner.call('POST', '/announcements', { title: 'News', body_md: '# Hi\r\n<b>', is_pinned: true }),
  );
  const { id } = created.result.body;
  expect(created.result).toMatchObject({
    status: 201,
    body: {
      ...{
        title: 'News',
        body_md: '# Hi\r\n<b>',
        status: 'draft',
        is_pinned: true,
        requires_ack: false,
        version: 1,
      },
      ...{ audience: null, has_audience: false, read_at: null, acknowledged_at: null, published_at: null },
    },
  });
  expect(created.events).toEqual([`announcement.post_create ${id}`]);
  expect(created.audit).toMatchObject([
    { action: 'create', resource: 'announcement', after: { title: 'News' } },
  ]);
  const changed = await recorded(() => news.patch(id, { title: 'Newer' }));
  expect([changed.result.body.title, changed.result.body.version, changed.events]).toEqual([
    ...['Newer', 1],
    [`announcement.post_update ${id}`],
  ]);
  const archived = await recorded(() => owner.call('DELETE', `/announcements/${id}`));
  expect([archived.result.status, archived.events]).toEqual([204, [`announcement.post_archive ${id}`]]);
  expect(await news.list('deleted=true')).toEqual([id]);
  const restored = await recorded(() => owner.call('POST', `/announcements/${id}/restore`));
  expect([restored.result.body.title, restored.events]).toEqual([
    ...['Newer', [`announcement.post_restore ${id}`]],
  ]);
});

it('rejects invalid fields and records nothing', async () => {
  const other = await service.newOrganization();
  const foreign = (await peopleOf(other).team('Theirs')).id;
  const cases: [object, string][] = [
    [{ title: '' }, 'title'],
    [{ body_md: '' }, 'body_md'],
    [{ body_md: 'x'.repeat(20_001) }, 'body_md'],
    [{ status: 'published' }, 'status'],
    [{ publish_at: inSeconds(60) }, 'publish_at'],
    [{ allow_comments: 'yes' }, 'allow_comments'],
    [{ expires_at: inSeconds(-1) }, 'expires_at'],
    [{ audience: { field: 'salary', op: 'gt', value: 1 } }, 'audience.field'],
    [{ audience: inTeam(foreign) }, 'audience.value'],
    [{ audience: [] }, 'audience'],
  ];
  for (const [fields, name] of cases) {
    const body = { title: 'News', body_md: 'Text', ...fields };
    const { result, ...left } = await recorded(() => owner.call('POST', '/announcements', body));
    expect([name, ...statusAndFields(result)]).toEqual([name, 422, [name]]);
    expect(left).toMatchObject(nothing);
  }
});

it('warns about an audience without users, and accepts it', async () => {
  const warnings = ['The audience contains no active users at present'];
  const audience = inTeam((await peopleOf(owner).team('Empty')).id);
  const body = { title: 'News', body_md: 'Text', audience };
  const { result } = await recorded(() => owner.call('POST', '/announcements', body));
  expect([result.status, result.body.warnings, result.body.audience]).toEqual([201, warnings, audience]);
  expect((await news.publish(result.body.id)).body).toMatchObject({ status: 'published', warnings });
  expect((await news.patch(result.body.id, { audience: null })).body).not.toHaveProperty('warnings');
});

describe('are visible', () => {
  it('as drafts only to users who may update announcements', async () => {
    const id = await news.create();
    const hr = await service.newUser(owner, ['hr']);
    expect(await newsOf(hr).list()).toEqual([id]);
    for (const role of ['manager', 'employee', 'viewer', 'auditor']) {
      const reader = newsOf(await service.newUser(owner, [role]));
      expect([role, (await reader.get(id)).status, await reader.list()]).toEqual([role, 404, []]);
    }
  });

  it('after the publication to the audience only, in the list, by search and by id', async () => {
    const { team, member } = await newMember();
    const outsider = newsOf(await service.newUser(owner, ['employee']));
    const [all, some] = [
      await news.published(),
      await news.published({ title: 'Team day', audience: inTeam(team) }),
    ];
    const seen = newsOf(member);
    expect([await seen.list(), await outsider.list()]).toEqual([[some, all], [all]]);
    expect([await seen.list('q=team+day'), await outsider.list('q=team+day')]).toEqual([[some], []]);
    expect([(await seen.get(some)).status, (await outsider.get(some)).status]).toEqual([200, 404]);
    for (const path of ['read', 'acknowledge', 'publish', 'unpublish', 'progress', 'receipts']) {
      const method = path === 'progress' || path === 'receipts' ? 'GET' : 'POST';
      const client = await service.newUser(owner, ['employee']);
      const { status } = await client.call(
        method,
        `/announcements/${some}/${path}`,
        method === 'POST' ? {} : undefined,
      );
      expect([path, status]).toEqual([path, path === 'read' || path === 'acknowledge' ? 404 : 403]);
    }
  });

  it('to users who join the audience later, and no longer to those who leave it', async () => {
    const { team, member } = await newMember();
    const id = await news.published({ audience: inTeam(team) });
    const people = peopleOf(owner);
    const newcomer = await service.newUser(owner, ['employee']);
    expect(await newsOf(newcomer).list()).toEqual([]);
    const { id: employee_id } = await people.hire({ user_id: newcomer.user.id, team_id: team });
    expect(await newsOf(newcomer).list()).toEqual([id]);
    const elsewhere = (await people.team('Elsewhere')).id;
    await people.change(employee_id, 'team', new Date().toISOString().slice(0, 10), { team_id: elsewhere });
    expect([await newsOf(newcomer).list(), await newsOf(member).list()]).toEqual([[], [id]]);
  });

  it('with the audience only to users who may update announcements', async () => {
    const { team, member } = await newMember();
    const id = await news.published({ audience: inTeam(team) });
    expect((await newsOf(member).get(id)).body).toMatchObject({ audience: null, has_audience: true });
    expect((await news.get(id)).body.audience).toEqual(inTeam(team));
    const [row] = (await member.call('GET', '/announcements')).body.data;
    expect([row.id, row.audience]).toEqual([id, null]);
  });

  it('not to other organizations', async () => {
    const id = await news.published();
    const other = newsOf(await service.newOrganization());
    expect([await other.list(), (await other.get(id)).status]).toEqual([[], 404]);
    expect([(await other.publish(id)).status, (await other.read(id)).status]).toEqual([404, 404]);
  });

  it('until they expire', async () => {
    const reader = newsOf(await service.newUser(owner, ['employee']));
    const id = await news.published({ expires_at: inSeconds(3_600) });
    expect(await reader.list()).toEqual([id]);
    await executeOperational(
      service.platform,
      sql`update announcements set expires_at = now() - interval '1 second' where id = ${id} returning id`,
    );
    expect([await reader.list(), (await reader.get(id)).status]).toEqual([[], 404]);
  });
});

describe('the list', () => {
  it('begins with pinned ones, then the newest', async () => {
    const ids: number[] = [];
    for (const is_pinned of [false, true, false]) ids.push(await news.published({ is_pinned }));
    const [plain, pinned, newest] = ids;
    const draft = await news.create();
    expect(await news.list()).toEqual([pinned, newest, plain, draft]);
    expect(await news.list('is_pinned=true')).toEqual([pinned]);
    expect(await news.list('status=draft,scheduled')).toEqual([draft]);
  });

  it('selects those for the caller, unread ones and those to acknowledge', async () => {
    const { team, member } = await newMember();
    const [plain, ack] = [await news.published(), await news.published({ requires_ack: true })];
    const other = await news.published({ audience: inTeam(team), requires_ack: true });
    await news.create({ requires_ack: true });
    expect(await news.list('for_me=true')).toEqual([ack, plain]);
    expect(await news.list('unacknowledged=true')).toEqual([ack]);
    expect(await newsOf(member).list('unacknowledged=true')).toEqual([other, ack]);
    await newsOf(member).acknowledge(ack);
    await newsOf(member).read(plain);
    expect(await newsOf(member).list('unacknowledged=true')).toEqual([other]);
    expect(await newsOf(member).list('unacknowledged=false')).toEqual([ack, plain]);
    expect(await newsOf(member).list('unread=true')).toEqual([other]);
  });
});

it('requires employee:read on all employees to set an audience', async () => {
  const { team } = await newMember();
  const code = `news_${owner.user.id}`;
  const org = ['org'];
  const permissions = ['read', 'create', 'update'].map((right) => ({
    permission: `announcement:${right}`,
    scopes: org,
  }));
  await owner.call('POST', '/roles', { code, name: 'Editor', permissions });
  const editor = await service.newUser(owner, [code]);
  const [plain, limited] = [await newsOf(editor).create(), await news.create({ audience: inTeam(team) })];
  for (const audience of [inTeam(team), null]) {
    for (const id of [plain, limited]) {
      const { result, ...left } = await recorded(() => newsOf(editor).patch(id, { audience }));
      expect([result.status, result.body.error]).toEqual([
        403,
        'Requires employee:read on all employees to use an audience',
      ]);
      expect(left.events).toEqual([]);
    }
  }
  expect((await newsOf(editor).patch(limited, { title: 'Changed' })).status).toBe(200);
});
