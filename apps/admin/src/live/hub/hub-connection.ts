import { receivedError } from './errors-between-threads.ts';
import { Hub } from './hub.ts';
import type { HubMessage, HubNotice, LiveState, OpenedSession, PageMessage } from './hub-messages.ts';
import { trustedWorkerUrl } from './worker-url.ts';

interface Waiting {
  rejected: string | null;
  resolve(opened: OpenedSession | null): void;
  reject(error: Error): void;
}

/** The connection of this page to the hub of an organization. */
export class HubConnection {
  readonly #org_id: number;
  readonly #listeners = new Set<(notice: HubNotice) => void>();
  readonly #waiting = new Map<number, Waiting>();
  #port: MessagePort;
  #lastId = 0;
  #state: LiveState = 'connecting';

  constructor(org_id: number) {
    this.#org_id = org_id;
    this.#port = this.#connectWorker() ?? this.#connectOwnHub();
    this.#greet();
    addEventListener('pagehide', () => this.#send({ type: 'bye' }));
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      this.#greet();
      // Events were not sent to the stored page.
      this.#notify({ type: 'gap', isSpread: false });
    });
    addEventListener('online', () => this.wake());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.wake();
    });
  }

  get state(): LiveState {
    return this.#state;
  }

  /**
   * Returns a valid token other than the rejected one; null if there is no session.
   *
   * @throws ApiError or ConnectionError if the token cannot be renewed now
   */
  token(rejected: string | null): Promise<OpenedSession | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { rejected, resolve, reject });
      this.#send({ type: 'token', id, rejected });
    });
  }

  /** Hands over the session of a new sign-in to all pages of its user. */
  adopt(opened: OpenedSession): void {
    this.#send({ type: 'adopt', opened });
  }

  /** Ends the session in all pages. */
  signOut(): void {
    this.#send({ type: 'sign-out' });
  }

  /** Connects the stream now, if it waits and the service has not requested the delay. */
  wake(): void {
    this.#send({ type: 'wake' });
  }

  /** @returns a function that removes the listener */
  listen(listener: (notice: HubNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #connectWorker(): MessagePort | null {
    if (!('SharedWorker' in globalThis)) return null;
    const worker = new SharedWorker(trustedWorkerUrl, { name: String(this.#org_id), type: 'module' });
    // The file of another version of the application may be missing.
    worker.onerror = () => this.#replaceWorker();
    return worker.port;
  }

  #connectOwnHub(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    new Hub(this.#org_id).connect(port2);
    return port1;
  }

  #replaceWorker(): void {
    this.#port.close();
    this.#port = this.#connectOwnHub();
    this.#greet();
    for (const [id, { rejected }] of this.#waiting) this.#send({ type: 'token', id, rejected });
  }

  #greet(): void {
    this.#port.onmessage = ({ data }: MessageEvent<HubMessage>) => this.#receive(data);
    this.#send({ type: 'hello' });
  }

  #send(message: PageMessage): void {
    this.#port.postMessage(message);
  }

  #receive(message: HubMessage): void {
    if (message.type === 'token') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('error' in message) waiting?.reject(receivedError(message.error));
      else waiting?.resolve(message.opened);
      return;
    }
    if (message.type === 'state') this.#state = message.state;
    this.#notify(message);
  }

  #notify(notice: HubNotice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}

const connections = new Map<number, HubConnection>();

/** The connection to the hub of an organization; the same one for every call. */
export function connectHub(org_id: number): HubConnection {
  const connection = connections.get(org_id) ?? new HubConnection(org_id);
  connections.set(org_id, connection);
  return connection;
}
