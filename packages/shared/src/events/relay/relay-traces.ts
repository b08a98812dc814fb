import { Prisma } from '../../db/generated/client.ts';
import type { RelayTransaction } from '../../db/operational.ts';
import {
  failSpan,
  isTracing,
  parentFrom,
  type Span,
  startSpan,
  traceparentOf,
  withSpan,
} from '../../trace/tracing.ts';
import type { LoggedEvent } from '../streamed-event.ts';

const { sql } = Prisma;

/** The spans of a batch: one for the batch itself, and one in the trace of each traced event. */
export class BatchTrace {
  readonly #startedAt = Date.now();
  #batch: Span | null = null;
  readonly #events: { event: LoggedEvent; span: Span }[] = [];

  /**
   * Stores the spans' positions for deliveries and other work that follows, in the relay's transaction. Then runs the
   * rest of the batch.
   */
  async trace<Result>(
    tx: RelayTransaction,
    events: readonly LoggedEvent[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const traced = isTracing() ? events.filter(({ traceparent }) => traceparent) : [];
    if (traced.length === 0) return work();
    this.#batch = startSpan('relay batch', {
      parent: null,
      startTime: this.#startedAt,
      attributes: { 'messaging.batch.message_count': events.length },
    });
    for (const event of traced) this.#events.push({ event, span: this.#spanOf(event, this.#batch) });
    return withSpan(this.#batch, async () => {
      await storeTraces(tx, this.#events);
      return work();
    });
  }

  /** Called after the commit or its failure. */
  end(error?: unknown): void {
    for (const span of [...this.#events.map((one) => one.span), this.#batch]) {
      if (span && error) failSpan(span, error);
      span?.end();
    }
  }

  #spanOf({ org_id, id, event_type, traceparent }: LoggedEvent, batch: Span): Span {
    return startSpan(`relay ${event_type}`, {
      kind: 'CONSUMER',
      parent: parentFrom({ traceparent }),
      startTime: this.#startedAt,
      links: [{ context: batch.spanContext() }],
      attributes: {
        'workforce.org_id': org_id,
        'workforce.event_id': id,
        'workforce.event_type': event_type,
      },
    });
  }
}

async function storeTraces(
  tx: RelayTransaction,
  spans: readonly { event: LoggedEvent; span: Span }[],
): Promise<void> {
  const rows = spans.flatMap(({ event, span }) => {
    const traceparent = traceparentOf(span.spanContext());
    return traceparent ? [{ org_id: event.org_id, id: event.id, traceparent }] : [];
  });
  if (rows.length === 0) return;
  await tx.execute(sql`insert into event_traces (org_id, event_id, traceparent)
    select * from unnest(${rows.map((one) => one.org_id)}::int[], ${rows.map((one) => one.id)}::int8[],
                         ${rows.map((one) => one.traceparent)}::text[])
    on conflict do nothing`);
}
