import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTeam, newsOf } from './testing/news.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true' });
  owner = await service.newOrganization();
  worker = await startWorker({ config: service.config, log: createLogger('worker', 'fatal'), opsPort: 0 });
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
});

it('shows events of an announcement with an audience, and of a draft, only to the author', async () => {
  const people = peopleOf(owner);
  const team = (await people.team('Platform')).id;
  const [member, outsider, author] = [
    await service.newUser(owner, ['employee']),
    await service.newUser(owner, ['employee']),
    await service.newUser(owner, ['hr']),
  ];
  await people.hire({ user_id: member.user.id, team_id: team });
  const readers = { author, owner, member, outsider };
  const streams = await Promise.all(
    Object.values(readers).map((client) => openStream(service.url, client.token)),
  );
  const webhook = await owner.call('POST', '/webhooks', {
    ...{ url: 'http://127.0.0.1:9/', event_types: ['announcement.*'] },
  });
  expect(webhook.status).toBe(201);

  const news = newsOf(author);
  const limited = await news.published({ audience: inTeam(team), requires_ack: true, allow_comments: true });
  await newsOf(member).acknowledge(limited);
  await member.call('POST', `/announcements/${limited}/comments`, { body: 'In the audience' });
  await news.patch(limited, { title: 'Renamed' });
  await author.call('DELETE', `/announcements/${limited}`);
  const open = await news.published({ title: 'For all', allow_comments: true });
  await member.call('POST', `/announcements/${open}/comments`, { body: 'For all' });
  await news.patch(open, { title: 'For everyone' });
  await newsOf(member).read(open);
  await news.unpublish(open);
  await news.patch(open, { title: 'Secret draft' });
  const last = await news.published({ title: 'Last' });

  const ofAuthor = (id: number, ...phases: string[]) => phases.map((phase) => `announcement.${phase} ${id}`);
  const toAll = [
    ...ofAuthor(open, 'published', 'comment.created', 'post_update'),
    ...ofAuthor(last, 'published'),
  ];
  const expected = {
    author: [
      ...ofAuthor(limited, 'post_create', 'published', 'comment.created', 'post_update', 'post_archive'),
      ...ofAuthor(
        open,
        'post_create',
        'published',
        'comment.created',
        'post_update',
        'unpublished',
        'post_update',
      ),
      ...ofAuthor(last, 'post_create', 'published'),
    ],
    owner: toAll,
    member: [
      `announcement.acknowledged ${limited}`,
      `announcement.comment.created ${limited}`,
      ...ofAuthor(open, 'published', 'comment.created', 'post_update', 'read'),
      ...ofAuthor(last, 'published'),
    ],
    outsider: toAll,
  };
  for (const [index, [name, client]] of Object.entries(readers).entries()) {
    const stream = streams[index];
    await stream?.until('the last announcement', (one) =>
      one.messages.some(
        ({ data }) => data.event_type === 'announcement.published' && data.aggregate_id === last,
      ),
    );
    const streamed = stream?.messages
      .filter(({ data }) => data.aggregate_type === 'announcement')
      .map(({ data }) => `${data.event_type} ${data.aggregate_id}`);
    const { data } = (await client.call('GET', '/events?aggregate_type=announcement&limit=100')).body;
    const listed = data
      .map((one: { event_type: string; aggregate_id: number }) => `${one.event_type} ${one.aggregate_id}`)
      .reverse();
    const wanted = expected[name as keyof typeof expected];
    expect([name, streamed, listed]).toEqual([name, wanted, wanted]);
    await stream?.close();
  }
  const sent = await eventually(
    () =>
      service.rows(sql`select e.event_type || ' ' || e.aggregate_id as event from webhook_deliveries d
        join events e on e.id = d.event_id and e.org_id = d.org_id
        where d.org_id = ${owner.user.org_id} and d.attempt = 1 order by d.event_id`),
    (rows) => rows.length >= toAll.length,
  );
  expect(sent.map(({ event }) => event)).toEqual(toAll);
});
