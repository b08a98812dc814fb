import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inSeconds, inTeam, newsOf } from '../testing/news.ts';

let service: TestService;
let owner: Client;
let hr: Client;
let author: Client;
let reader: Client;
let news: ReturnType<typeof newsOf>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  [hr, author, reader] = [
    await service.newUser(owner, ['hr']),
    await service.newUser(owner, ['employee']),
    await service.newUser(owner, ['employee']),
  ];
  news = newsOf(owner);
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const pathOf = (news_id: number, id?: number) =>
  `/announcements/${news_id}/comments${id === undefined ? '' : `/${id}`}`;
const comment = (by: Client, id: number, body = 'Thank you') => by.call('POST', pathOf(id), { body });
const listed = async (by: Client, id: number) => {
  const { status, body } = await by.call('GET', pathOf(id));
  return status === 200 ? body.data.map((one: { body: string }) => one.body) : status;
};
const open = (fields: object = {}) => news.published({ allow_comments: true, ...fields });

it('creates, changes and deletes comments, and lists them to readers', async () => {
  const id = await open();
  const created = await recorded(() => comment(author, id));
  expect(created.result).toMatchObject({
    status: 201,
    body: { announcement_id: id, body: 'Thank you', created_by: author.user.id, deleted_at: null },
  });
  expect(created.events).toEqual([`announcement.comment.created ${id}`]);
  const path = pathOf(id, created.result.body.id);
  expect(created.audit).toMatchObject([
    { action: 'create', resource: 'announcement_comment', after: { body: 'Thank you' } },
  ]);
  const changed = await recorded(() => author.call('PATCH', path, { body: 'Thanks' }));
  expect([changed.result.body.body, changed.events]).toEqual([
    'Thanks',
    [`announcement.comment.updated ${id}`],
  ]);
  await comment(reader, id, 'Fine');
  expect(await listed(reader, id)).toEqual(['Thanks', 'Fine']);
  const deleted = await recorded(() => author.call('DELETE', path));
  expect([deleted.result.status, deleted.events]).toEqual([204, [`announcement.comment.deleted ${id}`]]);
  expect(await listed(reader, id)).toEqual(['Fine']);
});

it('lets only the author change a comment, and the author or a user who updates announcements delete it', async () => {
  const id = await open();
  const [one, two] = [(await comment(author, id)).body.id, (await comment(author, id)).body.id];
  for (const by of [reader, hr, owner]) {
    const { result, ...left } = await recorded(() => by.call('PATCH', pathOf(id, one), { body: 'x' }));
    expect(result.status).toBe(403);
    expect(left).toEqual(onlyDenial('update', 'announcement_comment', one));
  }
  expect((await reader.call('DELETE', pathOf(id, one))).status).toBe(403);
  expect((await hr.call('DELETE', pathOf(id, one))).status).toBe(204);
  expect((await owner.call('DELETE', pathOf(id, two))).status).toBe(204);
});

it('lets viewers read and not write comments', async () => {
  const viewer = await service.newUser(owner, ['viewer']);
  const id = await open();
  await comment(author, id);
  expect([await listed(viewer, id), (await comment(viewer, id)).status]).toEqual([['Thank you'], 403]);
});

it('rejects new and changed comments if the announcement takes none; the others stay readable', async () => {
  const id = await open();
  const { body } = await comment(author, id);
  await news.patch(id, { allow_comments: false });
  for (const work of [
    () => comment(author, id),
    () => author.call('PATCH', pathOf(id, body.id), { body: 'x' }),
  ]) {
    const { result, ...left } = await recorded(work);
    expect([result.status, result.body.details.fieldErrors, left]).toEqual([
      422,
      { allow_comments: ['Is false; the announcement takes no comments'] },
      expect.objectContaining(nothing),
    ]);
  }
  expect(await listed(reader, id)).toEqual(['Thank you']);
  expect((await author.call('DELETE', pathOf(id, body.id))).status).toBe(204);
});

it('takes no comments by default', async () => {
  const id = await news.published();
  expect((await news.get(id)).body.allow_comments).toBe(false);
  expect((await comment(author, id)).status).toBe(422);
});

it('hides comments from users who do not see the announcement', async () => {
  const people = peopleOf(owner);
  const team = (await people.team('Platform')).id;
  await people.hire({ user_id: author.user.id, team_id: team });
  const limited = await open({ audience: inTeam(team) });
  const { id } = (await comment(author, limited)).body;
  expect([await listed(author, limited), await listed(reader, limited)]).toEqual([['Thank you'], 404]);
  const attempts = [
    reader.call('GET', pathOf(limited, id)),
    comment(reader, limited),
    reader.call('PATCH', pathOf(limited, id), { body: 'x' }),
    reader.call('DELETE', pathOf(limited, id)),
  ];
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);

  const withdrawn = await open();
  await comment(author, withdrawn);
  await news.unpublish(withdrawn);
  expect([await listed(author, withdrawn), await listed(hr, withdrawn)]).toEqual([404, ['Thank you']]);
  const { status, body } = await comment(hr, withdrawn);
  expect([status, body.details.fieldErrors]).toEqual([422, { status: ['Is draft; must be published'] }]);
});

it('does not take comments of a scheduled announcement', async () => {
  const id = await news.create({ allow_comments: true });
  await news.publish(id, { publish_at: inSeconds(600) });
  expect((await comment(owner, id)).body.details.fieldErrors).toEqual({
    status: ['Is scheduled; must be published'],
  });
});

it('stores no comment after comments were switched off at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await open();
    const switchOff = async () => {
      await news.patch(id, { allow_comments: false });
      return listed(owner, id);
    };
    const [before] = await Promise.all([switchOff(), comment(author, id), comment(reader, id)]);
    expect(await listed(owner, id)).toEqual(before);
  }
});
