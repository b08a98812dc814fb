import type { DirectConnection, StatementLimits } from '../../db/connections/direct-connection.ts';
import type { Prisma } from '../../db/generated/client.ts';
import type { RelayTransaction } from '../../db/operational.ts';
import type { Logger } from '../../log/logger.ts';
import type { WakeUp } from '../../queue/job.ts';
import type { ConfiguredProjection } from '../relay/projections/relay-projections.ts';
import { RelayBatches } from '../relay/relay-batches.ts';
import type { Claim } from '../relay/relay-claim.ts';
import type { LoggedEvent } from '../streamed-event.ts';

interface DueFailure {
  projection: string;
  org_id: number;
  event_id: number;
  seq: number;
  is_kept: boolean;
}

export const eventOf = (org_id: number, id: number, seq = id) => ({ org_id, id, seq }) as LoggedEvent;
export const wakeUp = { queue: 'test', key: '1', payload: null } satisfies WakeUp;

/** Batches of a relay with a projection `test`, on a connection with a fake outbox. */
export class FakeBatches {
  /** Events that are not numbered yet. */
  outbox: LoggedEvent[] = [];
  /** Called before events are claimed; throws to fail the batch. */
  beforeClaim: (wanted: Claim) => void = () => undefined;
  /** Called with the ids that the projection receives; throws to fail it. */
  onProject: (ids: readonly number[]) => void = () => undefined;
  failuresDue: DueFailure[] = [];
  isLost = false;
  readonly claims: Claim[] = [];
  /** The limits of each transaction. */
  readonly limits: (StatementLimits | undefined)[] = [];
  readonly projected: (readonly number[])[] = [];
  readonly delivered: (readonly number[])[] = [];
  readonly wakeUps: WakeUp[] = [];
  readonly logs: string[] = [];
  readonly statements: string[] = [];
  failures = 0;
  readonly batches: RelayBatches;
  readonly projections: ConfiguredProjection[] = [
    {
      name: 'test',
      project: async (_, events) => {
        const ids = events.map(({ event_id }) => event_id);
        this.projected.push(ids);
        this.onProject(ids);
        return [wakeUp];
      },
    },
  ];

  constructor(size = 100) {
    const log = (level: string) => (_: object, message: string) => void this.logs.push(`${level} ${message}`);
    this.batches = new RelayBatches({
      connection: this.#connection(),
      projections: this.projections,
      size,
      log: { warn: log('warn'), error: log('error') } as unknown as Logger,
      deliver: (events, wakeUps) => {
        this.delivered.push(events.map(({ id }) => id));
        this.wakeUps.push(...wakeUps);
      },
      onFailures: (count) => {
        this.failures += count;
      },
    });
  }

  next = () => this.batches.next([0, 1]);

  #connection(): DirectConnection {
    const fake = this;
    return {
      get isLost() {
        return fake.isLost;
      },
      rows: async ({ sql, values }: Prisma.Sql) => {
        if (sql.includes('relay_failures'))
          return this.failuresDue.map(({ org_id, projection }) => ({ org_id, projection }));
        const waiting = [...new Set(this.outbox.map(({ org_id }) => org_id))].sort();
        const [first, , except] = values as [number | number[], number[], number[]];
        const found = Array.isArray(first)
          ? first.filter((org_id) => waiting.includes(org_id))
          : waiting.filter((org_id) => !except.includes(org_id));
        return found.map((org_id) => ({ org_id }));
      },
      transaction: async (work: (tx: RelayTransaction) => Promise<unknown>, limits?: StatementLimits) => {
        this.limits.push(limits);
        const before = this.outbox;
        try {
          return await work(this.#transaction());
        } catch (error) {
          this.outbox = before;
          throw error;
        }
      },
    } as unknown as DirectConnection;
  }

  #transaction(): RelayTransaction {
    return {
      rows: async ({ sql, values }: Prisma.Sql) => {
        if (sql.includes('relay_failures')) return this.failuresDue;
        const wanted = readClaim(sql, values);
        this.claims.push(wanted);
        this.beforeClaim(wanted);
        const { after, only, except = [], events } = wanted;
        const claimed = this.outbox
          .filter(({ org_id }) => (only === undefined ? org_id > after : org_id === only))
          .filter(({ org_id }) => !except.includes(org_id))
          .slice(0, events);
        this.outbox = this.outbox.filter((one) => !claimed.includes(one));
        return claimed;
      },
      execute: async ({ sql }: Prisma.Sql) => void this.statements.push(sql.trim().split('\n')[0] ?? ''),
    } as unknown as RelayTransaction;
  }
}

/** Returns what a statement claims: the events of one organization, or those of all after one. */
function readClaim(sql: string, values: readonly unknown[]): Claim {
  const [first, shards, except, , events] = values as [number, number[], number[], number, number];
  return sql.includes('where org_id = ?::int limit 1')
    ? { after: 0, shards, only: first, events }
    : { after: first, shards, except, events };
}
