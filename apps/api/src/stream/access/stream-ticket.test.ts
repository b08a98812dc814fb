import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { openStream } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let other: string;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService({ SSE_HEARTBEAT_SECONDS: '1' });
  other = await service.startPod();
  owner = await service.newOrganization();
});
afterAll(() => service?.stop());

const issue = async (by: Client): Promise<string> =>
  (await by.call('POST', '/events/stream-ticket')).body.ticket;
const tickets = (by = owner) =>
  service.rows(sql`select * from stream_tickets where org_id = ${by.user.org_id} order by id`);
const open = (url: string, ticket: string, query = '') => openStream(url, null, `?token=${ticket}${query}`);
const statusOf = async (url: string, ticket: string): Promise<number> => {
  const client = await open(url, ticket);
  await client.close();
  return client.status;
};

describe('a stream ticket', () => {
  it('is returned once, stored as a digest, and recorded without its value', async () => {
    const response = await owner.call('POST', '/events/stream-ticket');
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      ticket: expect.stringMatching(/^ticket_[\w-]{43}$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    const left = Date.parse(response.body.expires_at) - Date.now();
    expect([left > 50_000, left < 61_000]).toEqual([true, true]);
    const newest = async (path: string) => (await owner.call('GET', `${path}?limit=1`)).body.data;
    const [events, entries] = [await newest('/events'), await newest('/audit-log')];
    expect(events).toMatchObject([
      { event_type: 'auth.stream_ticket_issued', aggregate_type: 'user', aggregate_id: owner.user.id },
    ]);
    expect(entries).toMatchObject([{ resource: 'stream_ticket', actor_id: owner.user.id }]);
    expect(JSON.stringify([events, entries])).not.toMatch(/token_hash|ticket_[\w-]{43}/);
    expect(JSON.stringify(await tickets())).not.toContain(response.body.ticket);
  });

  it('opens one stream, on any pod', async () => {
    const ticket = await issue(owner);
    const client = await open(other, ticket);
    expect(client.status).toBe(200);
    expect(await statusOf(service.url, ticket)).toBe(401);
    expect(await statusOf(other, ticket)).toBe(401);
    await client.until('two heartbeats', (one) => one.comments.length >= 2);
    expect(client.isClosed).toBe(false);
    await client.close();
  });

  it('opens one of many concurrent streams', async () => {
    const ticket = await issue(owner);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => statusOf(index % 2 ? other : service.url, ticket)),
    );
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 11 }, () => 401)]);
  });

  it('expires after a minute', async () => {
    const ticket = await issue(owner);
    await executeOperational(
      service.platform,
      sql`update stream_tickets set expires_at = now() where org_id = ${owner.user.org_id} returning id`,
    );
    expect(await statusOf(service.url, ticket)).toBe(401);
  });

  it('is accepted only on the stream and only in the query', async () => {
    const ticket = await issue(owner);
    const headers = { authorization: `Bearer ${ticket}` };
    for (const [method, path] of [
      ['GET', '/events'],
      ['GET', '/events/stream'],
      ['POST', '/events/stream-ticket'],
    ] as const)
      expect((await service.call(method, path, undefined, headers)).status).toBe(401);
    expect((await service.call('GET', `/events?token=${ticket}`)).status).toBe(401);
    expect((await service.call('POST', `/events/stream-ticket?token=${ticket}`)).status).toBe(401);
    expect(await statusOf(service.url, ticket)).toBe(200);
  });

  it('is visible as an event to its user, and not to colleagues', async () => {
    const [user, colleague] = [
      await service.newUser(owner, ['employee']),
      await service.newUser(owner, ['employee']),
    ];
    await issue(user);
    const seenBy = async (by: Client) =>
      (await by.call('GET', '/events?event_type=auth.stream_ticket_issued')).body.data.filter(
        (event: { aggregate_id: number }) => event.aggregate_id === user.user.id,
      ).length;
    expect([await seenBy(user), await seenBy(colleague)]).toEqual([1, 0]);
  });

  it('is not consumed by a well-formed ticket that is unknown', async () => {
    const ticket = await issue(owner);
    expect(await statusOf(service.url, `ticket_${'B'.repeat(43)}`)).toBe(401);
    expect(await statusOf(service.url, ticket)).toBe(200);
  });

  it('is ignored in the query if the request has another credential', async () => {
    const ticket = await issue(owner);
    const headers = { authorization: 'Basic dXNlcjpwYXNzd29yZA==' };
    for (const token of [ticket, owner.token])
      expect((await service.call('GET', `/events/stream?token=${token}`, undefined, headers)).status).toBe(
        401,
      );
    for (const token of [ticket, owner.token]) expect(await statusOf(service.url, token)).toBe(200);
  });

  it.each(['ticket_', 'ticket_x', `ticket_${'A'.repeat(43)}`, `ticket_${'%00'.repeat(43)}`])(
    'is rejected if forged: %s',
    async (ticket) => expect(await statusOf(service.url, ticket)).toBe(401),
  );
});

describe('a stream opened with a ticket', () => {
  it('ends with the session that requested the ticket', async () => {
    const user = await service.newUser(owner, ['viewer']);
    const [used, unused] = [await issue(user), await issue(user)];
    const client = await open(service.url, used);
    expect(client.status).toBe(200);
    await user.call('POST', '/auth/logout');
    await client.until('the end', (one) => one.isClosed);
    expect(await statusOf(service.url, unused)).toBe(401);
  });

  it('ends when the token that requested the ticket expires, although the session continues', async () => {
    const ticket = await issue(owner);
    await executeOperational(
      service.platform,
      sql`update stream_tickets set credential_expires_at = now() + interval '700 milliseconds'
        where org_id = ${owner.user.org_id} returning id`,
    );
    const client = await open(service.url, ticket);
    expect(client.status).toBe(200);
    await client.until('the end', (one) => one.isClosed);
    expect((await owner.call('GET', '/users/me')).status).toBe(200);
  });

  it('ends when the API key that requested the ticket loses the permission', async () => {
    const made = await owner.call('POST', '/api-keys', {
      name: 'follower',
      permissions: ['event:read', 'team:read'],
    });
    const headers = { authorization: `Bearer ${made.body.key}` };
    const issueForKey = () => service.call('POST', '/events/stream-ticket', undefined, headers);
    const client = await open(service.url, (await issueForKey()).body.ticket, '&last_event_id=0');
    expect(client.status).toBe(200);
    const unused = (await issueForKey()).body.ticket;
    await owner.call('PATCH', `/api-keys/${made.body.id}`, { permissions: ['team:read'] });
    await client.until('the end', (one) => one.isClosed);
    expect(await statusOf(service.url, unused)).toBe(403);
    expect((await issueForKey()).status).toBe(403);
  });

  it('is rejected from an address that the API key does not allow', async () => {
    const { body } = await owner.call('POST', '/api-keys', {
      name: 'from elsewhere',
      allowed_cidrs: [],
    });
    const headers = { authorization: `Bearer ${body.key}` };
    const { ticket } = (await service.call('POST', '/events/stream-ticket', undefined, headers)).body;
    await executeOperational(
      service.platform,
      sql`update api_keys set allowed_cidrs = '{203.0.113.0/24}' where org_id = ${owner.user.org_id}
        and id = ${body.id} returning id`,
    );
    expect(await statusOf(service.url, ticket)).toBe(401);
  });
});
