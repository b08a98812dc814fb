import pg from 'pg';

type Connected = Parameters<NonNullable<Parameters<pg.Pool['connect']>[0]>>;

/**
 * Errors caused by data: constraints, exceptions of triggers, conflicts with other transactions. The connection stays
 * usable. After other errors it may not be: for example, an outdated prepared plan stays on the connection.
 */
const rowErrorStates = /^(?:23|40|P0001|WF)/;

const isRowError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && rowErrorStates.test(error.code ?? '');

/**
 * By default a pool closes a connection whose statement failed, and the next connection has to prepare all statements
 * again.
 */
function keepAfterRowErrors(client: pg.PoolClient): void {
  const release = client.release;
  client.release = (error) => release(isRowError(error) ? undefined : error);
}

/** A pool that measures how long callers waited for a connection. */
export class MeasuredPool extends pg.Pool {
  /** Called with the wait in seconds. */
  onAcquired: (seconds: number) => void = () => undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(done: (...connected: Connected) => void): void;
  override connect(done?: (...connected: Connected) => void): Promise<pg.PoolClient> | undefined {
    if (!done) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    const startedAt = performance.now();
    super.connect((...connected) => {
      this.onAcquired((performance.now() - startedAt) / 1_000);
      const [, client] = connected;
      if (client) keepAfterRowErrors(client);
      done(...connected);
    });
    return undefined;
  }

  get inUseCount(): number {
    return this.totalCount - this.idleCount;
  }
}
