import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { post, type Tenant } from './organizations.ts';
import type { Installation } from './processes/installation.ts';

/** An observer of events, with the time at which it received each task's creation. */
export interface Observer {
  name: string;
  /** Times on the clock of `performance.now()`, by task id. */
  seen: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

const createdEvent = 'task.post_create';

interface EventRecord {
  event_type: string;
  aggregate_id: number;
}

function note(seen: Map<number, number>, text: string): void {
  const record = JSON.parse(text) as EventRecord;
  if (record.event_type === createdEvent) seen.set(record.aggregate_id, performance.now());
}

/** Listens to the event stream of an organization. */
export async function watchStream({ url }: Installation, { headers }: Tenant): Promise<Observer> {
  const seen = new Map<number, number>();
  const request = get(`${url}/api/events/stream`, { headers, agent: false });
  const [response] = await once(request, 'response');
  if (response.statusCode !== 200) throw new Error(`The stream answered ${response.statusCode}`);
  let rest = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = frame.split('\n').find((line) => line.startsWith('data: '));
      if (data) note(seen, data.slice('data: '.length));
    }
  });
  // The measurement ends by cutting the connection.
  response.on('error', () => undefined);
  return { name: 'stream event', seen, stop: async () => void request.destroy() };
}

/** Receives the webhooks of an organization. */
export async function receiveWebhooks(installation: Installation, { headers }: Tenant): Promise<Observer> {
  const seen = new Map<number, number>();
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    res.writeHead(204).end();
    note(seen, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  await post(installation, '/webhooks', { url: target, event_types: [createdEvent] }, headers).catch(
    async (error) => {
      await stop();
      throw error;
    },
  );
  return { name: 'webhook received', seen, stop };
}
