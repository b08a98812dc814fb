import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import { StatementPool } from '../../../packages/shared/src/db/connections/statement-pool.ts';

/** The argon2 hashes of this process. */
export interface HashingLog {
  count: number;
  /** Stack traces of hashes during an open transaction, which holds a connection and locks. */
  insideTransactions: string[];
}

/** Records every argon2 hash of a test file, and whether its caller has an open transaction. */
export function watchHashing(): HashingLog {
  const seen: HashingLog = { count: 0, insideTransactions: [] };
  const open = new AsyncLocalStorage<true>();
  const { argon2 } = crypto;
  const { transaction } = StatementPool.prototype;
  beforeAll(() => {
    StatementPool.prototype.transaction = function (run, ...options) {
      return transaction.call(this, (tx) => open.run(true, () => run(tx)), ...options) as never;
    };
    crypto.argon2 = ((...args: Parameters<typeof argon2>) => {
      seen.count += 1;
      if (open.getStore()) seen.insideTransactions.push(new Error('Hashed inside a transaction').stack ?? '');
      return argon2(...args);
    }) as typeof argon2;
    syncBuiltinESMExports();
  });
  afterAll(() => {
    StatementPool.prototype.transaction = transaction;
    crypto.argon2 = argon2;
    syncBuiltinESMExports();
  });
  return seen;
}
