import { type Caller, type LaneRun, type NumberedEvent, systemCaller, type WakeUp } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperationalInTransaction } from '@wfp/shared/operational';
import type { TestService } from '@wfp/testing';
import { countsCheck, progressCheck } from '../progress/checks.store.ts';
import { initiativesLane } from '../progress/initiatives.lane.ts';
import { findRecountRequests, projectProgress } from '../progress/lane.store.ts';

const { sql } = Prisma;

const origin = { request_id: 'test', ip: null, user_agent: null };

/** Runs the projection and the lane of one organization directly, in a service without a worker. */
export class ProgressHarness {
  readonly #service: TestService;
  readonly #org_id: number;

  constructor(service: TestService, org_id: number) {
    this.#service = service;
    this.#org_id = org_id;
  }

  get system(): Caller {
    return systemCaller(this.#service.platform, this.#org_id, origin, initiativesLane.emits ?? []);
  }

  /** The events in the outbox, by id. */
  async findWaitingEvents(): Promise<NumberedEvent[]> {
    const events = await this.#service.rows<Omit<NumberedEvent, 'org_id' | 'seq'>>(
      sql`select e.id::float8 as event_id, e.occurred_at, event_type, aggregate_type, aggregate_id, is_private
        from outbox o join events e on e.org_id = o.org_id and e.id = o.event_id
        where o.org_id = ${this.#org_id} order by e.id`,
    );
    return events.map((event) => ({ ...event, org_id: this.#org_id, seq: event.event_id }));
  }

  /**
   * Projects events and removes them from the outbox, in one transaction like the relay.
   *
   * @param events default: those in the outbox
   */
  async project(events?: readonly NumberedEvent[]): Promise<WakeUp[]> {
    const batch = events ?? (await this.findWaitingEvents());
    return executeOperationalInTransaction(this.#service.platform, async (tx) => {
      await tx.execute(
        sql`delete from outbox where org_id = ${this.#org_id} and event_id = any(${batch.map((one) => one.event_id)}::int8[])`,
      );
      return projectProgress(tx, batch);
    });
  }

  async run(): Promise<void> {
    const call: LaneRun<{ org_id: number }> = {
      platform: this.#service.platform,
      payload: { org_id: this.#org_id },
      origin,
      emits: initiativesLane.emits ?? [],
      log: this.#service.platform.log,
      note: async () => undefined,
      signal: new AbortController().signal,
    };
    await initiativesLane.run(call as never);
  }

  findRequests() {
    return findRecountRequests(this.#service.platform, this.#org_id);
  }

  async requestFullCount(id: number): Promise<void> {
    await executeOperationalInTransaction(this.#service.platform, (tx) =>
      tx.execute(sql`insert into initiative_recounts (org_id, initiative_id) values (${this.#org_id}, ${id})
        on conflict (org_id, initiative_id) do update set is_full = true`),
    );
  }

  /**
   * The violations that `ops check` would report.
   *
   * @throws Error if events or recounts are pending, for which the command would report none
   */
  async findViolations(): Promise<string[]> {
    const pending = [...(await this.findWaitingEvents()), ...(await this.findRequests())];
    if (pending.length > 0) throw new Error(`Pending: ${JSON.stringify(pending)}`);
    const context = {
      org_id: this.#org_id,
      is_closed: false,
      rows: <Row>(statement: Prisma.Sql) => this.#service.rows<Row>(statement),
    };
    const found = await Promise.all(
      [countsCheck, progressCheck].map((check) => check.find(context as Parameters<typeof check.find>[0])),
    );
    return found.flat();
  }
}
