import { Prisma } from '@wfp/shared/db';
import type { Client, TestResponse, TestService } from '@wfp/testing';
import { expect } from 'vitest';
import { boardCheck } from '../board/checks.store.ts';

const { sql } = Prisma;

export type SentCall = readonly [method: string, path: string, body: object];

/** The event type that the calls record, and the field of the audit entry to compare. */
interface ExpectedRecords {
  type: string;
  field?: 'title' | 'status';
  /** The recorded new value; default: the value in the response. */
  recordedValue?: (response: TestResponse, n: number) => string | null;
}

/** Sends requests concurrently, each by the next of several users of one organization. */
export class ConcurrentUsers {
  readonly #service: TestService;
  readonly #users: readonly Client[];
  readonly #org_id: number;

  constructor(service: TestService, users: readonly [Client, ...Client[]]) {
    this.#service = service;
    this.#users = users;
    this.#org_id = users[0].user.org_id;
  }

  /** The user who sends call `n`. */
  at(n: number): Client {
    return this.#users[n % this.#users.length] as Client;
  }

  callAll(calls: readonly SentCall[]): Promise<TestResponse[]> {
    return Promise.all(calls.map((call, n) => this.at(n).call(...call, headersOf(n))));
  }

  /** Returns the number of transactions that last wrote the tasks. Each write is one statement in its own transaction. */
  async countTransactions(ids: readonly number[]): Promise<number> {
    const [row] = await this.#service.rows<{ n: number }>(
      sql`select count(distinct xmin::text)::int as n from tasks where org_id = ${this.#org_id} and id = any(${[...ids]}::int[])`,
    );
    return row?.n ?? 0;
  }

  /**
   * Asserts that each call has exactly one event of a type and its audit entry, with the user, request and values of
   * that call, and that other calls have none.
   *
   * @param responses by call; null if the call must have no event
   */
  async expectRecords(responses: readonly (TestResponse | null)[], expected: ExpectedRecords): Promise<void> {
    const { type, field = 'title', recordedValue = ({ body }) => body[field] } = expected;
    const records = await this.#service.rows<{ request_id: string }>(sql`
      select e.aggregate_id::int, e.event_type, (e.payload ->> 'actor_id')::int as actor,
        a.actor_id, a.request_id, a.ip, a.user_agent, a.after ->> ${field} as value,
        (select count(*)::int from event_log l where l.org_id = e.org_id and l.event_id = e.id)
          + (select count(*)::int from outbox o where o.event_id = e.id) as relayed
      from events e join audit_log a on a.org_id = e.org_id and a.event_id = e.id
      where e.org_id = ${this.#org_id} and e.event_type = ${type} order by e.id`);
    const wanted = responses.flatMap((response, n) => {
      if (!response) return [];
      const actor = this.at(n).user.id;
      const { 'x-forwarded-for': ip, 'user-agent': user_agent } = headersOf(n);
      return {
        ...{ aggregate_id: response.body.id, event_type: type, actor, actor_id: actor },
        ...{ request_id: response.headers.get('x-request-id'), ip, user_agent },
        ...{ value: recordedValue(response, n), relayed: 1 },
      };
    });
    const byRequest = new Map(records.map((record) => [record.request_id, record]));
    expect(wanted.map(({ request_id }) => byRequest.get(request_id ?? ''))).toEqual(wanted);
    expect(records).toHaveLength(wanted.length);
  }

  async expectIntactBoard(): Promise<void> {
    const { platform } = this.#service;
    const rows = <Row>(statement: Prisma.Sql) => this.#service.rows<Row>(statement);
    const context = { platform, org_id: this.#org_id, is_closed: false, rows };
    expect(await boardCheck.find(context)).toEqual([]);
  }
}

const headersOf = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}`, 'user-agent': `Client ${n}` });

/** The response of a call that succeeded with this status, null for others. */
export const recordedWith =
  (status: number) =>
  (response: TestResponse): TestResponse | null =>
    response.status === status ? response : null;
