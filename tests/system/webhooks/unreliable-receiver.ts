import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** A received request. Times are in ms of the system clock, which PostgreSQL shares. */
export interface ReceivedRequest {
  path: string;
  delivery_id: number;
  message_id: string;
  event_type: string;
  body: string;
  /** True if both signatures match the secret of the endpoint. */
  has_valid_signatures: boolean;
  began: number;
  /** Time at which the response was sent or the sender disconnected. */
  ended: number | null;
  /** The status of the response, if one was sent. */
  response_status: number | null;
  /** True if the sender disconnected before a response. */
  was_aborted: boolean;
}

type ResponseBehavior = (res: ServerResponse, request: ReceivedRequest) => Promise<void> | void;

const markEnded = (request: ReceivedRequest) => {
  request.ended = Date.now();
};

const respond =
  (status: number, headers: Record<string, string> = {}): ResponseBehavior =>
  (res, request) => {
    request.response_status = status;
    markEnded(request);
    res.writeHead(status, headers).end();
  };

/** Sends raw text and closes the connection. */
const sendRaw =
  (text: string): ResponseBehavior =>
  (res, request) => {
    markEnded(request);
    res.socket?.end(text);
  };

const trickle: ResponseBehavior = async (res, request) => {
  res.writeHead(200, { 'content-length': '4' });
  for (const part of ['s', 'l', 'o']) {
    res.write(part);
    await sleep(100);
  }
  if (request.ended !== null) return;
  request.response_status = 200;
  markEnded(request);
  res.end('w');
};

/** Faulty behaviors with their weights. */
const faults: readonly [weight: number, behavior: ResponseBehavior][] = [
  [22, respond(500)],
  [12, respond(503)],
  [5, respond(429, { 'retry-after': '3' })],
  [6, respond(302, { location: '/elsewhere' })],
  [6, respond(422)],
  [4, respond(401)],
  [6, () => undefined],
  [13, sendRaw('')],
  [12, sendRaw('HTTP/1.1 200 OK\r\nContent-Ty')],
  [7, sendRaw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')],
  [7, sendRaw('I am no server\r\n\r\n')],
];
const successes: readonly ResponseBehavior[] = [
  respond(200),
  respond(201),
  respond(202),
  respond(204),
  trickle,
];

const checkPath = '/caught-up';

/** Returns a number between 0 and 1 that is determined by its arguments. */
const seededRandom = (...words: unknown[]) =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;

function pickFault(share: number): ResponseBehavior {
  let left = share * faults.reduce((sum, [weight]) => sum + weight, 0);
  const found = faults.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  return found?.[1] ?? respond(500);
}

/** The behavior of a path: its share of faults, and whether it may start to answer 410. */
interface ReceiverBehavior {
  secret: string;
  faults: number;
  startsReturning410: boolean;
}

/** A webhook receiver that fails in many ways, determined by a seed, and records all requests. */
export class UnreliableReceiver {
  readonly requests: ReceivedRequest[] = [];
  readonly #seed: number;
  readonly #behaviors = new Map<string, ReceiverBehavior>();
  readonly #gone = new Set<string>();
  readonly #attempts = new Map<string, number>();
  readonly #server = createServer((req, res) => void this.#handle(req, res));
  #held: { path: string; proceed: () => void }[] | null = null;

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

  expect(path: string, behavior: ReceiverBehavior): void {
    this.#behaviors.set(path, behavior);
  }

  /**
   * Resolves when all requests sent so far have been read, including those of killed workers: each turn of the event loop
   * reads all readable connections, so a later request is served after them.
   */
  async caughtUp(): Promise<void> {
    for (let round = 0; round < 2; round += 1) await fetch(this.url(checkPath));
  }

  /** Accepts requests but holds all responses until `release`. */
  hold(): void {
    this.#held = [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { proceed } of held) proceed();
  }

  /** The number of paths with held responses. */
  get heldPaths(): number {
    return new Set(this.#held?.map(({ path }) => path)).size;
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === checkPath) {
      res.writeHead(204).end();
      return;
    }
    const began = Date.now();
    const body = await readText(req);
    if (body === null) return;
    const request = this.#parseRequest(req, body, began);
    this.requests.push(request);
    res.once('close', () => {
      if (request.ended !== null) return;
      request.was_aborted = true;
      markEnded(request);
    });
    await new Promise<void>((proceed) =>
      this.#held ? this.#held.push({ path: request.path, proceed }) : proceed(),
    );
    if (!request.was_aborted) await this.#behaviorFor(request)(res, request);
  }

  #parseRequest({ url: path = '/', headers }: IncomingMessage, body: string, began: number): ReceivedRequest {
    const { secret } = this.#requireBehavior(path);
    const header = (name: string) => String(headers[name]);
    return {
      path,
      delivery_id: Number(header('x-service-delivery-id')),
      message_id: header('webhook-id'),
      event_type: header('x-service-event'),
      body,
      has_valid_signatures: hasValidSignatures(secret, body, header),
      began,
      ended: null,
      response_status: null,
      was_aborted: false,
    };
  }

  #requireBehavior(path: string): ReceiverBehavior {
    const behavior = this.#behaviors.get(path);
    if (!behavior) throw new Error(`No endpoint registered at ${path}`);
    return behavior;
  }

  #behaviorFor({ path, message_id }: ReceivedRequest): ResponseBehavior {
    const behavior = this.#requireBehavior(path);
    const attempt = (this.#attempts.get(message_id) ?? 0) + 1;
    this.#attempts.set(message_id, attempt);
    const draw = (what: string) => seededRandom(this.#seed, message_id, attempt, what);
    if (behavior.startsReturning410 && draw('410') < 0.1) this.#gone.add(path);
    if (this.#gone.has(path)) return respond(410);
    if (draw('fault') < behavior.faults) return pickFault(draw('which fault'));
    return successes[Math.floor(draw('which success') * successes.length)] ?? respond(200);
  }
}

/** Reads a request body; null if it was incomplete. */
async function readText(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of req) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function hasValidSignatures(secret: string, body: string, header: (name: string) => string): boolean {
  const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  try {
    new Webhook(secret).verify(body, Object.fromEntries(standard.map((name) => [name, header(name)])));
  } catch {
    return false;
  }
  return createHmac('sha256', secret).update(body).digest('hex') === header('x-service-signature');
}
