import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundleForBrowsers } from '../../packages/client/scripts/build.ts';

/** A page with an EventSource that collects its messages. */
const withEventSource = `<!doctype html><title>Events</title><script>
  const seen = [], resets = [], states = [];
  const source = new EventSource(decodeURIComponent(location.hash.slice(1)));
  source.onmessage = ({ data, lastEventId }) => seen.push({ lastEventId, record: JSON.parse(data) });
  source.addEventListener('reset', ({ data }) => resets.push(data));
  source.onopen = () => states.push('open');
  source.onerror = () => states.push(source.readyState === EventSource.CLOSED ? 'closed' : 'lost');
</script>`;

/** A page with the client library, with its session in localStorage. */
const withClient = `<!doctype html><title>Client</title><script>
  const seen = [], resets = [], states = [];
</script><script type="module">
  import { createClient, webStore } from '/client.js';
  const { baseUrl, tokens } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
  const client = createClient({ baseUrl, tokens, store: webStore(localStorage) });
  states.push((await client.get('/users/me')).email);
  const stream = client.events({ after: 0, maxPauseMs: 500, onConnection: (state) => states.push(state) });
  for await (const { type, position, event } of stream)
    type === 'reset' ? resets.push(position) : seen.push({ lastEventId: position, record: event });
</script>`;

/** A server of both pages, on its own origin. */
export interface Site {
  port: number;
  stop(): void;
}

/** Serves both pages on loopback; the one with the client library at `/client`. */
export async function startSite(): Promise<Site> {
  const client = await bundleForBrowsers("export { createClient, webStore } from '@wfp/client';");
  const pages: Record<string, [type: string, text: string]> = {
    '/': ['text/html', withEventSource],
    '/client': ['text/html', withClient],
    '/client.js': ['text/javascript', client],
  };
  const server = createServer(({ url = '' }, res) => {
    const [type, text] = pages[url] ?? ['text/plain', ''];
    res.setHeader('Content-Type', type).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}
