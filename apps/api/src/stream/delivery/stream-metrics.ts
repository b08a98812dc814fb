import type { Metrics } from '@wfp/shared';

/** Counters of the streams of a pod since its start. */
export class StreamCounters {
  /** Events written, counted per stream. */
  sent = 0;
  /** Streams closed because the client did not read. */
  cutOff = { live: 0, catching_up: 0 };
  /** Streams that could not resume at the client's position. */
  resets = 0;
  /** Stream requests rejected with a retry time, because of a limit or a shutdown. */
  rejected = 0;
}

export function measureStreams(metrics: Metrics, counters: StreamCounters, open: () => number): void {
  metrics.gauge({
    name: 'wfp_stream_connections',
    help: 'Event streams that are open or being opened on this pod.',
    read: open,
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_events_sent_total',
    help: 'Events written to streams; one event on ten streams counts ten times.',
    read: () => counters.sent,
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_cut_offs_total',
    help: 'Streams closed because the client did not read, by phase (live, catching_up).',
    label: 'phase',
    read: () => new Map(Object.entries(counters.cutOff)),
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_resets_total',
    help: 'Streams whose client had to reload its state because its position could not be resumed.',
    read: () => counters.resets,
  });
  metrics.scrapedCounter({
    name: 'wfp_stream_rejections_total',
    help: 'Stream requests rejected with a retry time because of a limit or a shutdown.',
    read: () => counters.rejected,
  });
}
