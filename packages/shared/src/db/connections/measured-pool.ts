import pg from 'pg';

type Connected = Parameters<NonNullable<Parameters<pg.Pool['connect']>[0]>>;

/**
 * What a statement is refused with for the sake of rows: a constraint, what triggers raise, a conflict with another
 * transaction. It says nothing against the connection. Others may: a plan that no longer fits stays with it.
 */
const rowErrorStates = /^(?:23|40|P0001|WF)/;

const isRowError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && rowErrorStates.test(error.code ?? '');

/** By itself a pool closes a connection whose statement failed, and the next one opens and prepares it all anew. */
function keepAfterRowErrors(client: pg.PoolClient): void {
  const release = client.release;
  client.release = (error) => release(isRowError(error) ? undefined : error);
}

/** A pool that says how long each of its users waited for a connection, and keeps those that work. */
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
      const [, client] = connected;
      if (client) keepAfterRowErrors(client);
      done(...connected);
    });
    return undefined;
  }

  /** Connections that somebody uses at this moment. */
  get inUseCount(): number {
    return this.totalCount - this.idleCount;
  }
}
