import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** A request as the receiver saw it. Moments are those of the machine's clock, which PostgreSQL has too. */
export interface ReceivedRequest {
  path: string;
  delivery_id: number;
  message_id: string;
  event_type: string;
  body: string;
  /** Both of its signatures are those of the endpoint's secret. */
  is_genuine: boolean;
  began: number;
  /** When the receiver was done with it, or whoever had sent it had gone. */
  ended: number | null;
  /** The status it answered, if it did. */
  answered: number | null;
  /** Whoever had sent it went away before there was an answer. */
  was_left: boolean;
}

type ResponseBehavior = (res: ServerResponse, arrival: ReceivedRequest) => Promise<void> | void;

const markEnded = (arrival: ReceivedRequest) => {
  arrival.ended = Date.now();
};

const answer =
  (status: number, headers: Record<string, string> = {}): ResponseBehavior =>
  (res, arrival) => {
    arrival.answered = status;
    markEnded(arrival);
    res.writeHead(status, headers).end();
  };

/** Sends something and closes the connection. */
const cutOff =
  (text: string): ResponseBehavior =>
  (res, arrival) => {
    markEnded(arrival);
    res.socket?.end(text);
  };

const trickle: ResponseBehavior = async (res, arrival) => {
  res.writeHead(200, { 'content-length': '4' });
  for (const part of ['s', 'l', 'o']) {
    res.write(part);
    await pause(100);
  }
  if (arrival.ended !== null) return;
  arrival.answered = 200;
  markEnded(arrival);
  res.end('w');
};

/** What receivers do besides what they should, and in how many of a hundred faults. */
const faults: readonly [weight: number, deed: ResponseBehavior][] = [
  [22, answer(500)],
  [12, answer(503)],
  [5, answer(429, { 'retry-after': '3' })],
  [6, answer(302, { location: '/elsewhere' })],
  [6, answer(422)],
  [4, answer(401)],
  [6, () => undefined],
  [13, cutOff('')],
  [12, cutOff('HTTP/1.1 200 OK\r\nContent-Ty')],
  [7, cutOff('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')],
  [7, cutOff('I am no server\r\n\r\n')],
];
const successes: readonly ResponseBehavior[] = [answer(200), answer(201), answer(202), answer(204), trickle];

const checkPath = '/caught-up';

/** Between 0 and 1, and always the same for the same words. */
const seededRandom = (...words: unknown[]) =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;

function pickFault(place: number): ResponseBehavior {
  let left = place * faults.reduce((sum, [weight]) => sum + weight, 0);
  const found = faults.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  return found?.[1] ?? answer(500);
}

/** How an address behaves: the share of its faults, and whether it answers 410 from some moment on. */
interface ReceiverBehavior {
  secret: string;
  faults: number;
  goes: boolean;
}

/** A receiver of webhooks that fails in every way there is, as a seed has it, and keeps what it saw. */
export class UnreliableReceiver {
  readonly requests: ReceivedRequest[] = [];
  readonly #seed: number;
  readonly #moods = new Map<string, ReceiverBehavior>();
  readonly #gone = new Set<string>();
  readonly #times = new Map<string, number>();
  readonly #server = createServer((req, res) => void this.#take(req, res));
  #held: { path: string; go: () => void }[] | null = null;

  constructor(seed: number) {
    this.#seed = seed;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  expect(path: string, mood: ReceiverBehavior): void {
    this.#moods.set(path, mood);
  }

  /**
   * Resolves when everything that was sent before has been taken, also what whoever sent it has not lived to see: a round
   * of the event loop reads all connections that have something, so one more exchange comes after them.
   */
  async caughtUp(): Promise<void> {
    for (let round = 0; round < 2; round += 1) await fetch(this.url(checkPath));
  }

  /** Takes everything and answers nothing until it is released. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { go } of held) go();
  }

  /** The addresses that have something held back. */
  get holding(): number {
    return new Set(this.#held?.map(({ path }) => path)).size;
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === checkPath) {
      res.writeHead(204).end();
      return;
    }
    const began = Date.now();
    const body = await textOf(req);
    if (body === null) return;
    const arrival = this.#arrivalOf(req, body, began);
    this.requests.push(arrival);
    res.once('close', () => {
      if (arrival.ended !== null) return;
      arrival.was_left = true;
      markEnded(arrival);
    });
    await new Promise<void>((go) => (this.#held ? this.#held.push({ path: arrival.path, go }) : go()));
    if (!arrival.was_left) await this.#deedFor(arrival)(res, arrival);
  }

  #arrivalOf({ url: path = '/', headers }: IncomingMessage, body: string, began: number): ReceivedRequest {
    const { secret } = this.#moodOf(path);
    const header = (name: string) => String(headers[name]);
    return {
      path,
      delivery_id: Number(header('x-service-delivery-id')),
      message_id: header('webhook-id'),
      event_type: header('x-service-event'),
      body,
      is_genuine: isGenuine(secret, body, header),
      began,
      ended: null,
      answered: null,
      was_left: false,
    };
  }

  #moodOf(path: string): ReceiverBehavior {
    const mood = this.#moods.get(path);
    if (!mood) throw new Error(`Nobody registered ${path}`);
    return mood;
  }

  #deedFor({ path, message_id }: ReceivedRequest): ResponseBehavior {
    const mood = this.#moodOf(path);
    const times = (this.#times.get(message_id) ?? 0) + 1;
    this.#times.set(message_id, times);
    const place = (what: string) => seededRandom(this.#seed, message_id, times, what);
    if (mood.goes && place('410') < 0.1) this.#gone.add(path);
    if (this.#gone.has(path)) return answer(410);
    if (place('fault') < mood.faults) return pickFault(place('which fault'));
    return successes[Math.floor(place('which success') * successes.length)] ?? answer(200);
  }
}

/** The body of a request; null when it never came whole. */
async function textOf(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of req) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isGenuine(secret: string, body: string, header: (name: string) => string): boolean {
  const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  try {
    new Webhook(secret).verify(body, Object.fromEntries(standard.map((name) => [name, header(name)])));
  } catch {
    return false;
  }
  return createHmac('sha256', secret).update(body).digest('hex') === header('x-service-signature');
}
