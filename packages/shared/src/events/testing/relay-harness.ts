import type { TestService } from '@wfp/testing';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import { expect } from 'vitest';
import { Prisma } from '../../db/generated/client.ts';
import { Relay } from '../relay/relay.ts';

const { sql } = Prisma;

type Options = ConstructorParameters<typeof Relay>[1];

/** Starts and stops relays in tests, and checks their results. */
export class RelayHarness {
  readonly #service: TestService;
  readonly #relays = new Set<Relay>();

  constructor(service: TestService) {
    this.#service = service;
  }

  start(options: Partial<Options> = {}, platform = this.#service.platform): Relay {
    const relay = new Relay(platform, { projections: [], enqueue: async () => undefined, ...options });
    this.#relays.add(relay);
    relay.start();
    return relay;
  }

  async stop(relay: Relay): Promise<void> {
    this.#relays.delete(relay);
    await relay.stop();
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#relays].map((relay) => this.stop(relay)));
  }

  /** Runs a relay until all waiting events are numbered. */
  async waitUntilNumberedBy(options: Partial<Options>): Promise<void> {
    const relay = this.start(options);
    await this.waitUntilNumbered();
    await this.stop(relay);
  }

  async waitUntilNumbered(): Promise<void> {
    await waitUntilNumbered(this.#service);
  }

  /** Expects that every event is numbered once, and that the numbers of each organization are 1..n. */
  async expectGapFree(): Promise<void> {
    const rows = await this.#service.rows(sql`
      select e.org_id, count(*)::int as events, count(l.seq)::int as numbered, count(distinct l.seq)::int as numbers,
             coalesce(max(l.seq), 0)::int as head, (select h.seq::int from event_heads h where h.org_id = e.org_id) as kept
      from events e left join event_log l on l.org_id = e.org_id and l.event_id = e.id group by e.org_id`);
    for (const { org_id, events, ...counts } of rows)
      expect({ org_id, ...counts }).toEqual({
        org_id,
        numbered: events,
        numbers: events,
        head: events,
        kept: events,
      });
  }

  async readLog(org_id: number): Promise<number[]> {
    const rows = await this.#service.rows<{ id: number }>(
      sql`select event_id::float8 as id from event_log where org_id = ${org_id} order by seq`,
    );
    return rows.map(({ id }) => id);
  }
}

/** SQL that inserts an event and its outbox row, for an organization ($1) and a record ($2). */
export const insertEvent = `with e as (
    insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
    values ($1, 'task', $2, 'task.post_update', '{}', clock_timestamp()) returning id, org_id, occurred_at)
  insert into outbox (event_id, org_id, occurred_at) select id, org_id, occurred_at from e returning event_id::float8 as id`;

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits for a condition. @throws Error after 30 s */
export async function waitUntil(isTrue: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const timeoutMs = 30_000;
  const deadline = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms: ${what}`);
    await sleep(20);
  }
}
