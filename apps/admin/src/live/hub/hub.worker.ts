import { Hub } from './hub.ts';

/** The name of the worker is the id of the organization. */
const hub = new Hub(Number(self.name));

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) hub.connect(port);
});
