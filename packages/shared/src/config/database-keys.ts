import { z } from 'zod';
import { seconds } from './numbers.ts';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'Must be a postgresql:// URL' });

/** Connections to PostgreSQL. */
export const databaseKeys = {
  DATABASE_URL: postgresUrl.describe(
    'PostgreSQL, or the pooler in front of it. If unset, `npm start` starts a local server in `DATA_DIR`.',
  ),
  DATABASE_DIRECT_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe(
      'PostgreSQL without the pooler, for work that needs a session. Required if `DATABASE_POOLER` is `transaction`.',
    ),
  DATABASE_POOLER: z
    .enum(['none', 'transaction'])
    .default('none')
    .describe(
      '`transaction` if `DATABASE_URL` is that of a pooler in transaction mode, such as ' +
        '[PgBouncer](scaling.md#a-pooler-before-postgresql).',
    ),
  DATABASE_REPLICA_URL: postgresUrl
    .or(z.literal(''))
    .default('')
    .describe('A streaming replica, from which [lists are read](scaling.md#a-replica-for-lists).'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(3)
    .max(200)
    .default(12)
    .describe(
      'Connections per process, about four in ten of them read-only. One organization uses at most ' +
        '[two thirds](architecture.md#shares-of-the-connections). A worker opens up to nine more, for imports, exports and its relay.',
    ),
  DATABASE_CONNECT_TIMEOUT_SECONDS: seconds(3).describe(
    'Time for opening a connection in seconds. Then requests that need it get 503, and work of the queues is retried.',
  ),
  DATABASE_ROLE: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .or(z.literal(''))
    .default('wfp_app')
    .describe(
      'Role that statements run as. It owns no table and cannot change events or the audit log. Set it to an empty ' +
        'value to use the role of the URL.',
    ),
};
