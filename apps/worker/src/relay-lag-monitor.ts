import { type Platform, type RelayLag, readRelayLag } from '@wfp/shared';

const pollIntervalMs = 10_000;
/** Probes that come together share one look. */
const freshMs = 1_000;

/** Knows how far the relays of the installation are behind, and says so in the log when it is too far. */
export class RelayLagMonitor {
  readonly #platform: Platform;
  readonly #timer: NodeJS.Timeout;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #look: Promise<RelayLag> | null = null;
  #wasBehind = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#timer = setInterval(() => void this.#report(), pollIntervalMs);
  }

  /** At most a second old. @throws when PostgreSQL does not answer */
  read(): Promise<RelayLag> {
    const now = performance.now();
    if (!this.#look || now - this.#lookedAt > freshMs) {
      this.#lookedAt = now;
      this.#look = readRelayLag(this.#platform);
    }
    return this.#look;
  }

  /** Whether events have been waiting for longer than `RELAY_LAG_WARN_SECONDS`. */
  isBehind({ oldest_ms }: RelayLag): boolean {
    return oldest_ms > this.#platform.config.RELAY_LAG_WARN_SECONDS * 1_000;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #report(): Promise<void> {
    // Whoever cannot reach PostgreSQL has said so already.
    const lag = await this.read().catch(() => null);
    if (!lag) return;
    const { log } = this.#platform;
    const isBehind = this.isBehind(lag);
    if (isBehind) log.warn({ lag }, 'Committed events wait too long for their number');
    else if (this.#wasBehind) log.info({ lag }, 'The relay has caught up');
    this.#wasBehind = isBehind;
  }
}
