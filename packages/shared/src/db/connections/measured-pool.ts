import pg from 'pg';
import { ConnectionShares, type Holder } from './shares/connection-shares.ts';

type Connected = Parameters<NonNullable<Parameters<pg.Pool['connect']>[0]>>;
type Done = (...connected: Connected) => void;

/**
 * Errors caused by data: constraints, exceptions of triggers, conflicts with other transactions. The connection stays
 * usable. After other errors it may not be: for example, an outdated prepared plan stays on the connection.
 */
const rowErrorStates = /^(?:23|40|P0001|WF)/;

const isRowError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && rowErrorStates.test(error.code ?? '');

/**
 * A pool that divides its connections among organizations ({@link ConnectionShares}) and measures how long callers
 * waited for one. All waiting happens in the shares: the queue of node-postgres stays empty.
 */
export class MeasuredPool extends pg.Pool {
  /** Called with the wait in seconds. */
  onAcquired: (seconds: number) => void = () => undefined;
  readonly shares: ConnectionShares;

  constructor(options: pg.PoolConfig & { max: number }, maxWaitMs: number) {
    super(options);
    this.shares = new ConnectionShares(options.max, maxWaitMs);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<pg.PoolClient> | undefined {
    if (done) this.connectFor(null, done);
    else
      return new Promise((resolve, reject) => {
        this.connectFor(null, (error, client) => (client ? resolve(client) : reject(error)));
      });
    return undefined;
  }

  connectFor(holder: Holder, done: Done): void {
    const startedAt = performance.now();
    const connected: Done = (...result) => {
      this.onAcquired((performance.now() - startedAt) / 1_000);
      done(...result);
    };
    this.shares.acquire(holder, (exceeded) => {
      if (exceeded) return connected(exceeded, undefined, () => undefined);
      super.connect((...result) => {
        const [, client] = result;
        if (client) this.#releaseInto(holder, client);
        else this.shares.release(holder);
        connected(...result);
      });
    });
  }

  /**
   * Returns the connection to the share of its holder when it is released. Keeps connections whose statement failed
   * because of its data: by default a pool closes them, and the next connection has to prepare all statements again.
   */
  #releaseInto(holder: Holder, client: pg.PoolClient): void {
    const release = client.release;
    client.release = (error) => {
      release(isRowError(error) ? undefined : error);
      this.shares.release(holder);
    };
  }

  get inUseCount(): number {
    return this.totalCount - this.idleCount;
  }
}
