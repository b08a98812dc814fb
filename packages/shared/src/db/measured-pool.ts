import pg from 'pg';

type Connected = Parameters<NonNullable<Parameters<pg.Pool['connect']>[0]>>;

/** A pool that says how long each of its users waited for a connection. */
export class MeasuredPool extends pg.Pool {
  /** Gets the wait in seconds; set by whoever measures. */
  onAcquired: (seconds: number) => void = () => undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(done: (...connected: Connected) => void): void;
  override connect(done?: (...connected: Connected) => void): Promise<pg.PoolClient> | undefined {
    if (!done) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    const begun = performance.now();
    super.connect((...connected) => {
      this.onAcquired((performance.now() - begun) / 1_000);
      done(...connected);
    });
    return undefined;
  }

  /** Connections that somebody uses at this moment. */
  get inUseCount(): number {
    return this.totalCount - this.idleCount;
  }
}
