import { Relay } from '@wfp/shared';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { openStream, type StreamClient } from '@wfp/testing/stream-client.ts';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let relay: Relay;
let podA: string;
let podB: string;
let owner: Client;
const open: StreamClient[] = [];

beforeAll(async () => {
  service = await startOwnService({ SSE_HEARTBEAT_SECONDS: '1' });
  podA = service.url;
  podB = await service.startPod();
  relay = startRelay();
  owner = await service.newOrganization();
  await waitUntilNumbered(service);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await relay?.stop();
  await service?.stop();
});

function startRelay(): Relay {
  const started = new Relay(service.platform, { projections: [], enqueue: async () => undefined });
  started.start();
  return started;
}

async function stream(
  by: Client,
  pod: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<StreamClient> {
  const client = await openStream(pod, by.token, query, headers);
  open.push(client);
  return client;
}

async function createTasks(by: Client, titles: readonly string[]): Promise<void> {
  for (const title of titles) expect((await by.call('POST', '/tasks', { title })).status).toBe(201);
}

const titlesOf = (client: StreamClient) =>
  client.messages
    .filter((one) => one.data.event_type === 'task.post_create')
    .map((one) => one.data.payload.record_name);

describe('live events', () => {
  it('reach a stream on another pod as full records', async () => {
    const client = await stream(owner, podB);
    expect(client.status).toBe(200);
    expect(client.headers.get('content-type')).toBe('text/event-stream');
    expect(client.headers.get('cache-control')).toContain('no-cache');
    expect(client.headers.get('x-accel-buffering')).toBe('no');
    expect(client.retryMs).toBeGreaterThanOrEqual(1_000);
    await createTasks(owner, ['seen live']);
    await client.until('one event', (one) => one.messages.length === 1);
    const listed = await owner.call('GET', '/events?limit=1');
    expect(client.messages[0]?.data).toEqual(listed.body.data[0]);
    expect(client.messages[0]?.event).toBe('message');
  });

  it('are limited to the organization of the caller', async () => {
    const other = await service.newOrganization();
    const [mine, theirs] = [await stream(owner, podA), await stream(other, podA)];
    await createTasks(other, ['theirs']);
    await createTasks(owner, ['mine']);
    await mine.until('my event', (one) => one.messages.length === 1);
    await theirs.until('their event', (one) => titlesOf(one).length === 1);
    expect(titlesOf(mine)).toEqual(['mine']);
    expect(titlesOf(theirs)).toEqual(['theirs']);
  });

  it('are filtered by the parameters of the list', async () => {
    const client = await stream(owner, podB, '?aggregate_type=task&event_type=task.completed');
    const task = await owner.call('POST', '/tasks', { title: 'to be done' });
    await owner.call('PATCH', `/tasks/${task.body.id}`, { status: 'done' });
    await client.until('the completion', (one) => one.messages.length === 1);
    expect(client.messages.map((one) => one.data.event_type)).toEqual(['task.completed']);
  });

  it('skip events that the caller may not read and advance past them', async () => {
    const viewer = await service.newUser(owner, ['viewer']);
    const [client, witness] = [await stream(viewer, podB), await stream(owner, podB)];
    expect((await owner.call('POST', '/api-keys', { name: 'not for viewers' })).status).toBe(201);
    const ofKey = (one: StreamClient) =>
      one.messages.find((message) => message.data.aggregate_type === 'api_key');
    await witness.until('the event of the key', (one) => ofKey(one) !== undefined);
    const position = ofKey(witness)?.id ?? 0;
    await client.until('a heartbeat that moves the position', (one) => Number(one.lastEventId) >= position);
    expect(ofKey(client)).toBeUndefined();
  });
});

describe('resuming', () => {
  it.each(['header', 'query'])(
    'by %s delivers missed events exactly once and in order, then continues live',
    async (how) => {
      const first = await stream(owner, podA);
      await createTasks(owner, ['before']);
      await first.until('the first event', (one) => one.messages.length === 1);
      await first.close();
      const missed = Array.from({ length: 250 }, (_, index) => `missed ${index}`);
      const writers = Array.from({ length: 5 }, (_, writer) =>
        missed.filter((_title, at) => at % 5 === writer),
      );
      await Promise.all(writers.map((titles) => createTasks(owner, titles)));
      const again =
        how === 'header'
          ? await stream(owner, podB, '', { 'last-event-id': first.lastEventId })
          : await stream(owner, podB, `?last_event_id=${first.lastEventId}`);
      await createTasks(owner, ['live again']);
      await again.until('all events', (one) => one.messages.length >= 251);
      await createTasks(owner, ['the last']);
      await again.until('the last event', (one) => titlesOf(one).includes('the last'));
      expect(titlesOf(again).sort()).toEqual([...missed, 'live again', 'the last'].sort());
      const from = Number(first.lastEventId);
      expect(again.messages.map((one) => one.id)).toEqual(again.messages.map((_, index) => from + index + 1));
    },
  );

  it('prefers the header, which browsers update on reconnect', async () => {
    const first = await stream(owner, podA);
    await createTasks(owner, ['old', 'new']);
    await first.until('both events', (one) => one.messages.length === 2);
    const [old] = first.messages;
    const again = await stream(owner, podB, '?last_event_id=0', { 'last-event-id': String(old?.id) });
    await again.until('the newer event', (one) => one.messages.length > 0);
    expect(titlesOf(again)).toEqual(['new']);
  });

  it('works before the first event, because the opening frame has a position', async () => {
    const first = await stream(owner, podA);
    expect(Number(first.lastEventId)).toBeGreaterThan(0);
    await first.close();
    await createTasks(owner, ['in between']);
    const again = await stream(owner, podB, '', { 'last-event-id': first.lastEventId });
    await again.until('the event', (one) => one.messages.length === 1);
    expect(titlesOf(again)).toEqual(['in between']);
  });

  it.each(['999999999', 'abc', '-1', '1.5', '99999999999999999999'])(
    'at %s sends a reset',
    async (position) => {
      const client = await stream(owner, podA, '', { 'last-event-id': position });
      await client.until('the reset', (one) => one.messages.length === 1);
      const [reset] = client.messages;
      expect(reset?.event).toBe('reset');
      expect(reset?.data).toEqual({ head: reset?.id });
      await createTasks(owner, [`after the reset of ${position}`]);
      await client.until('a live event', (one) => one.messages.length === 2);
      expect(client.messages[1]?.id).toBe((reset?.id ?? 0) + 1);
    },
  );
});

describe('access to the stream', () => {
  it('requires a credential in the header or in the query', async () => {
    expect((await service.call('GET', '/events/stream')).status).toBe(401);
    expect((await service.call('GET', '/events/stream?token=forged')).status).toBe(401);
    const abort = new AbortController();
    const response = await fetch(`${podA}/api/events/stream?token=${owner.token}`, { signal: abort.signal });
    expect(response.status).toBe(200);
    abort.abort();
    // Other endpoints ignore the parameter.
    expect((await service.call('GET', `/events?token=${owner.token}`)).status).toBe(401);
  });

  it('rejects unknown parameters and other methods', async () => {
    expect((await owner.call('GET', '/events/stream?last=1')).status).toBe(422);
    expect((await owner.call('POST', '/events/stream', {})).status).toBe(405);
  });

  it('answers HEAD immediately', async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const response = await fetch(`${podA}/api/events/stream`, {
      method: 'HEAD',
      headers,
      signal: AbortSignal.timeout(2_000),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
  });
});

describe('a stream', () => {
  it('sends comments as heartbeats', async () => {
    const client = await stream(owner, podA);
    await client.until('two heartbeats', (one) => one.comments.length >= 2);
    expect(client.messages).toEqual([]);
  });

  it('ends within a heartbeat when its key is revoked, and cannot be reopened', async () => {
    const key = (await owner.call('POST', '/api-keys', { name: 'follower' })).body;
    const client = await openStream(podB, key.key);
    expect((await owner.call('DELETE', `/api-keys/${key.id}`)).status).toBeLessThan(300);
    await client.until('the end', (one) => one.isClosed);
    expect((await openStream(podB, key.key)).status).toBe(401);
  });

  it('applies a new grant within a heartbeat, and ends when no permission is left', async () => {
    const user = await service.newUser(owner, ['viewer']);
    const roles = (await owner.call('GET', '/roles?limit=100')).body.data;
    const grants = (await owner.call('GET', `/grants?user_id=${user.user.id}`)).body.data;
    const client = await stream(user, podA);
    const auditor = roles.find((role: any) => role.code === 'auditor').id;
    const added = await owner.call('POST', '/grants', { user_id: user.user.id, role_id: auditor });
    expect(added.status).toBe(201);
    await client.until('a heartbeat', (one) => one.comments.length >= 2);
    await owner.call('POST', '/api-keys', { name: 'for auditors to see' });
    await client.until('the event', (one) =>
      one.messages.some((message) => message.data.aggregate_type === 'api_key'),
    );
    for (const id of [added.body.id, grants[0].id])
      expect((await owner.call('DELETE', `/grants/${id}`)).status).toBe(204);
    await client.until('the end', (one) => one.isClosed);
    expect((await openStream(podA, user.token)).status).toBe(403);
  });

  it.each([
    [
      'the last grant was ended',
      async ({ user }: Client) => {
        const [grant] = (await owner.call('GET', `/grants?user_id=${user.id}`)).body.data;
        return owner.call('DELETE', `/grants/${grant.id}`);
      },
    ],
    ['the user was suspended', ({ user }: Client) => owner.call('POST', `/users/${user.id}/suspend`, {})],
    ['the user signed out', (by: Client) => by.call('POST', '/auth/logout')],
  ])('sends nothing that was written after %s, although the relay was late', async (_, revoke) => {
    const user = await service.newUser(owner, ['viewer']);
    const [client, witness] = [await stream(user, podA), await stream(owner, podA)];
    await relay.stop();
    await createTasks(owner, ['before']);
    expect((await revoke(user)).status).toBeLessThan(300);
    await createTasks(owner, ['after', 'later']);
    relay = startRelay();
    await witness.until('all events', (one) => titlesOf(one).includes('later'));
    await client.until('the end', (one) => one.isClosed);
    expect([titlesOf(client), titlesOf(witness)]).toEqual([['before'], ['before', 'after', 'later']]);
  });

  it('ends when its credential expires', async () => {
    const openFor = async (lifeMs: number): Promise<{ client: StreamClient; expiresAt: number }> => {
      const expiresAt = Date.now() + lifeMs;
      const body = { name: `for ${lifeMs} ms`, expires_at: new Date(expiresAt).toISOString() };
      const key = (await owner.call('POST', '/api-keys', body)).body;
      const client = await openStream(podA, key.key);
      // On a busy machine the key may already have expired.
      return client.status !== 200 && Date.now() > expiresAt ? openFor(lifeMs * 4) : { client, expiresAt };
    };
    const { client, expiresAt } = await openFor(700);
    expect(client.status).toBe(200);
    await client.until('the end', (one) => one.isClosed);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt - 50);
  });
});
