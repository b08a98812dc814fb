import type { Metrics } from '@wfp/shared';

/** What the streams of a pod have done since it was started. Counted in passing: for each event on each stream. */
export class StreamCounters {
  /** Events that were written to a stream, one for each stream. */
  sent = 0;
  /** Streams of clients that did not read. */
  cutOff = { live: 0, catching_up: 0 };
  /** Streams whose position could not be resumed. */
  resets = 0;
  /** Requests that there was no room for. */
  rejected = 0;
}

/** Has a pod tell what its streams do. */
export function measureStreams(metrics: Metrics, traffic: StreamCounters, open: () => number): void {
  metrics.gauge({
    name: 'wfp_stream_connections',
    help: 'Event streams that are open on this pod, or about to be.',
    read: open,
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_events_sent_total',
    help: 'Events written to streams: one event on ten streams counts ten times.',
    read: () => traffic.sent,
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_cut_offs_total',
    help: 'Streams ended because their client did not read, by whether they were live or catching up.',
    label: 'phase',
    read: () => new Map(Object.entries(traffic.cutOff)),
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_resets_total',
    help: 'Streams that told their client to load its state anew, since its position could not be resumed.',
    read: () => traffic.resets,
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_refusals_total',
    help: 'Streams that were sent away to come back later: there was no room, or the pod was ending.',
    read: () => traffic.rejected,
  });
}
