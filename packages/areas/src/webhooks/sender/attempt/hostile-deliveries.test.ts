import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { type RawBehaviour, startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

type RawReceiver = Awaited<ReturnType<typeof startRawReceiver>>;

let open: TestService;
let owner: Client;
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  open = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0', WEBHOOK_TIMEOUT_MS: '2000' });
  stops.push(() => open.stop());
  owner = await open.newOrganization();
});
afterAll(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Calls `work` while a worker runs. */
async function withWorker<Value>(
  overrides: Partial<TestService['config']>,
  work: () => Promise<Value>,
): Promise<Value> {
  const config = { ...open.config, ...overrides };
  const worker = await startWorker({ config, log: open.platform.log, opsPort: 0 });
  return work().finally(() => worker.stop());
}

async function receive(behave: RawBehaviour): Promise<RawReceiver> {
  const receiver = await startRawReceiver(behave);
  stops.push(receiver.stop);
  return receiver;
}

const register = async (client: Client, url: string) =>
  (await client.call('POST', '/webhooks', { url, event_types: ['webhook.test'] })).body;

/** Sends a test event and returns its finished delivery. */
async function sendTest(client: Client, id: number) {
  await client.call('POST', `/webhooks/${id}/test`);
  const rows = await eventually(
    async () => (await client.call('GET', `/webhooks/${id}/deliveries`)).body.data,
    ([row]) => ['succeeded', 'failed'].includes(row?.status),
  );
  return rows[0];
}

it('records failures of receivers on the delivery, and keeps working', async () => {
  const cases: [RawBehaviour, string][] = [
    [() => undefined, 'No complete response within 2 s'],
    [(socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'), 'The connection was closed before'],
    [(socket) => socket.end('220 mail.example.com ESMTP\r\n'), 'The response is not valid HTTP'],
    [(socket) => socket.resetAndDestroy(), 'The connection was closed before'],
    [(socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(99_999)}\r\n\r\n`), 'The response headers'],
  ];
  const receivers = await Promise.all(cases.map(([behave]) => receive(behave)));
  const endpoints = await Promise.all(receivers.map(({ url }) => register(owner, url)));
  const odd = await receive((socket) =>
    socket.write(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\na\u0000\u00ffb', 'latin1')),
  );
  const after = await register(owner, odd.url);
  const [rows, last] = await withWorker({}, async () => [
    await Promise.all(endpoints.map(({ id }) => sendTest(owner, id))),
    await sendTest(owner, after.id),
  ]);
  for (const [index, [, error]] of cases.entries()) {
    expect(rows[index]).toMatchObject({ status: 'failed', response_status: null });
    expect(rows[index].error).toContain(error);
  }
  expect(last).toMatchObject({
    status: 'succeeded',
    response_status: 200,
    response_body: 'a\ufffdb',
    error: null,
  });
});

it('sends nothing to private networks, even to endpoints registered when they were allowed', async () => {
  const fine = await receive((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  const before = await register(owner, fine.url);
  const row = await withWorker({ WEBHOOK_ALLOW_PRIVATE_NETWORK: false }, () => sendTest(owner, before.id));
  expect(row).toMatchObject({
    status: 'failed',
    response_status: null,
    error: 'The URL must have a public address',
  });
  expect(fine.requests).toEqual([]);
});

it('rejects private URLs in all notations on create and update', async () => {
  const closed = await startOwnService({ WEBHOOK_ALLOW_PRIVATE_NETWORK: 'false' });
  stops.push(() => closed.stop());
  const client = await closed.newOrganization();
  const { id } = await register(client, 'https://hooks.example.com/in');
  for (const host of [
    '127.1',
    '0x7f000001',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::10.0.0.1]',
    'db.internal',
    '169.254.169.254.',
  ]) {
    const url = `http://${host}/`;
    const rejected = {
      status: 422,
      body: { details: { fieldErrors: { url: ['Must have a public address'] } } },
    };
    expect(await client.call('POST', '/webhooks', { url })).toMatchObject(rejected);
    expect(await client.call('PATCH', `/webhooks/${id}`, { url })).toMatchObject(rejected);
  }
  expect((await client.call('GET', '/webhooks')).body.total).toBe(1);
});
