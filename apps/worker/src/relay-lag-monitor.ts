import { type Platform, type RelayLag, readRelayLag } from '@wfp/shared';

const pollIntervalMs = 10_000;
/** Reads within this time share one query. */
const freshMs = 1_000;

/** Reads the lag of the relays of the installation, and logs a warning when it is too high. */
export class RelayLagMonitor {
  readonly #platform: Platform;
  readonly #timer: NodeJS.Timeout;
  #readAt = Number.NEGATIVE_INFINITY;
  #lag: Promise<RelayLag> | null = null;
  #wasBehind = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#timer = setInterval(() => void this.#report(), pollIntervalMs);
  }

  /** Returns the lag, cached for up to a second. @throws if PostgreSQL is unavailable */
  read(): Promise<RelayLag> {
    const now = performance.now();
    if (!this.#lag || now - this.#readAt > freshMs) {
      this.#readAt = now;
      this.#lag = readRelayLag(this.#platform);
    }
    return this.#lag;
  }

  /** True if the oldest event has waited longer than `RELAY_LAG_WARN_SECONDS`. */
  isBehind({ oldest_ms }: RelayLag): boolean {
    return oldest_ms > this.#platform.config.RELAY_LAG_WARN_SECONDS * 1_000;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #report(): Promise<void> {
    // The relay and the sweep for due lanes log failures of PostgreSQL.
    const lag = await this.read().catch(() => null);
    if (!lag) return;
    const { log } = this.#platform;
    const isBehind = this.isBehind(lag);
    if (isBehind) log.warn({ lag }, 'Relay lag exceeds RELAY_LAG_WARN_SECONDS');
    else if (this.#wasBehind) log.info({ lag }, 'Relay has caught up');
    this.#wasBehind = isBehind;
  }
}
