import type { DirectConnection } from '../../db/connections/direct-connection.ts';
import type { Prisma } from '../../db/generated/client.ts';
import type { RelayTransaction } from '../../db/operational.ts';
import type { Logger } from '../../log/logger.ts';
import type { WakeUp } from '../../queue/job.ts';
import type { ConfiguredProjection } from '../relay/projections/relay-projections.ts';
import { RelayBatches } from '../relay/relay-batches.ts';
import type { Claim } from '../relay/relay-claim.ts';
import type { LoggedEvent } from '../streamed-event.ts';

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
  areFailuresDue = false;
  failuresDue: object[] = [];
  isLost = false;
  readonly claims: Claim[] = [];
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
        if (sql.includes('is_due')) return [{ is_due: this.areFailuresDue }];
        const except = values[2] as number[];
        const ids = this.outbox.map(({ org_id }) => org_id).filter((org_id) => !except.includes(org_id));
        return [...new Set(ids)].sort().map((org_id) => ({ org_id }));
      },
      transaction: async (work: (tx: RelayTransaction) => Promise<unknown>) => {
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
        const [after, shards, except, organizations, events] = values as [
          number,
          number[],
          number[],
          number,
          number,
        ];
        const wanted = { after, shards, except, organizations, events };
        this.claims.push(wanted);
        this.beforeClaim(wanted);
        const waiting = this.outbox.filter(({ org_id }) => org_id > after && !except.includes(org_id));
        const some = [...new Set(waiting.map(({ org_id }) => org_id))].slice(0, organizations);
        const claimed = waiting.filter(({ org_id }) => some.includes(org_id)).slice(0, events);
        this.outbox = this.outbox.filter((one) => !claimed.includes(one));
        return claimed;
      },
      execute: async ({ sql }: Prisma.Sql) => void this.statements.push(sql.trim().split('\n')[0] ?? ''),
    } as unknown as RelayTransaction;
  }
}
