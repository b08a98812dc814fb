import { type Client, createClient } from '@wfp/client';
import { sentErrorOf } from './errors-between-threads.ts';
import type { EndReason, HubMessage, HubNotice, OpenedSession, PageMessage } from './hub-messages.ts';
import { SessionTokens } from './session-tokens.ts';
import { StreamFollower } from './stream-follower.ts';

/**
 * Owns the access token and the event stream of one organization for all pages of the browser. Hubs of different
 * versions of the application, and those of pages without `SharedWorker`, report to each other that a user signed out.
 */
export class Hub {
  readonly #pages = new Set<MessagePort>();
  readonly #tokens: SessionTokens;
  readonly #others: BroadcastChannel;
  #follower: StreamFollower | null = null;

  constructor(org_id: number) {
    // Requests of users are not retried here: pages show the error and retry.
    const anonymous = createClient({ baseUrl: location.origin, retry: { attempts: 1 } });
    this.#tokens = new SessionTokens(org_id, anonymous);
    this.#others = new BroadcastChannel(`wfp.session.${org_id}`);
    this.#others.onmessage = () => this.#end('signed-out');
  }

  /** Adds a page. */
  connect(port: MessagePort): void {
    port.onmessage = ({ data }: MessageEvent<PageMessage>) => this.#receive(port, data);
  }

  #receive(port: MessagePort, message: PageMessage): void {
    switch (message.type) {
      case 'hello':
        this.#pages.add(port);
        send(port, { type: 'state', state: this.#follower?.state ?? 'connecting' });
        return;
      case 'bye':
        this.#pages.delete(port);
        return;
      case 'token':
        void this.#answer(port, message.id, message.rejected);
        return;
      case 'adopt':
        this.#adopt(port, message.opened);
        return;
      case 'sign-out':
        this.#others.postMessage(null);
        this.#end('signed-out');
        return;
      case 'wake':
        this.#follower?.wake();
    }
  }

  async #answer(port: MessagePort, id: number, rejected: string | null): Promise<void> {
    try {
      send(port, { type: 'token', id, opened: await this.#token(rejected) });
    } catch (error) {
      send(port, { type: 'token', id, error: sentErrorOf(error) });
    }
  }

  async #token(rejected: string | null): Promise<OpenedSession | null> {
    const before = this.#tokens.current;
    const opened = await this.#tokens.token(rejected);
    if (before && opened?.user.id !== before.user.id) {
      this.#end(opened ? 'signed-out' : 'ended');
      return null;
    }
    if (opened) this.#follow();
    return opened;
  }

  /** A sign-in as another user ends the session of the other pages. */
  #adopt(port: MessagePort, opened: OpenedSession): void {
    const before = this.#tokens.current;
    if (before && before.user.id !== opened.user.id) this.#end('signed-out', port);
    this.#tokens.current = opened;
    this.#follow();
  }

  #follow(): void {
    this.#follower ??= new StreamFollower(this.#streamClient(), (notice) => this.#broadcast(notice));
  }

  #streamClient(): Client {
    const tokens = this.#tokens;
    const token = (rejected: string | null) => this.#token(rejected);
    return createClient({
      baseUrl: location.origin,
      store: {
        get: () => tokens.current,
        set: () => undefined,
        lock: async (run) => {
          await token(tokens.current?.access_token ?? null);
          return run();
        },
      },
    });
  }

  #end(reason: EndReason, except?: MessagePort): void {
    const isOpen = this.#tokens.current !== null || this.#follower !== null;
    this.#tokens.current = null;
    this.#follower?.stop();
    this.#follower = null;
    if (isOpen) this.#broadcast({ type: 'ended', reason }, except);
  }

  #broadcast(notice: HubNotice, except?: MessagePort): void {
    for (const port of this.#pages) if (port !== except) send(port, notice);
  }
}

function send(port: MessagePort, message: HubMessage): void {
  port.postMessage(message);
}
