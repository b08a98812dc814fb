import type { LaneRun, Platform } from '@wfp/shared';
import {
  createContext,
  type DeliveryContext,
  type FinishedAttempt,
  needsNewContext,
} from './attempt/attempt.ts';
import { computeHealthChange, notifyAdmins } from './health/endpoint-health.ts';
import type { LanePayload } from './lane-key.ts';
import { maxConcurrentRequests, receiverOf } from './permit-groups.ts';
import { acquireLane, type EndpointConfig, type LaneLock, updateHealth } from './queue/lane.store.ts';

const renewLockAfterMs = 1_000;

/** An endpoint locked by one run: its configuration as last read, updated by the results of the run. */
export class LockedEndpoint {
  readonly lock: LaneLock;
  readonly #run: LaneRun<LanePayload>;
  #config: EndpointConfig;
  #context: DeliveryContext;
  #lockedAt: number;
  #isMoved = false;

  /** @param lockedAt `performance.now()` before the lock was requested; waiting for a permit may take long after that */
  constructor(run: LaneRun<LanePayload>, lock: LaneLock, config: EndpointConfig, lockedAt: number) {
    this.lock = lock;
    this.#run = run;
    this.#config = config;
    this.#context = createContext(run.platform, lock, config);
    this.#lockedAt = lockedAt;
  }

  get config(): EndpointConfig {
    return this.#config;
  }

  get context(): DeliveryContext {
    return this.#context;
  }

  get platform(): Platform {
    return this.#run.platform;
  }

  /**
   * False once the worker stops, the endpoint is inactive or paused, another run holds the lock, or the endpoint has
   * another receiver, for which the run has no permits.
   */
  get canSend(): boolean {
    const { is_active, is_paused, locked_by_other_until } = this.#config;
    return (
      !this.#run.signal.aborted && is_active && !is_paused && !this.#isMoved && locked_by_other_until === null
    );
  }

  get maxConcurrent(): number {
    return this.#config.ordered || this.#config.single_until_success
      ? 1
      : maxConcurrentRequests(this.#config);
  }

  get mustRenewLock(): boolean {
    return performance.now() - this.#lockedAt > renewLockAfterMs;
  }

  /** Renews the lock and reads the configuration again. Record results first: they change the endpoint's health. */
  async renewLock(): Promise<void> {
    this.#lockedAt = performance.now();
    const config = await acquireLane(this.platform, this.lock);
    if (!config) return this.deactivate();
    if (needsNewContext(config, this.#config))
      this.#context = createContext(this.platform, this.lock, config);
    this.#isMoved ||= receiverOf(this.lock, config) !== receiverOf(this.lock, this.#config);
    this.#config = config;
  }

  /** Prevents further deliveries in this run. */
  deactivate(): void {
    this.#config = { ...this.#config, is_active: false };
  }

  /**
   * Updates the endpoint's health from results, and notifies the organization's admins of permanent and long failures.
   */
  async applyResults(finished: readonly FinishedAttempt[]): Promise<void> {
    const change = computeHealthChange(this.#config, finished);
    if (change) {
      await updateHealth(this.platform, this.lock, change);
      const { failing, single_until_success } = change;
      const { failing_since, failure_warned_at } = this.#config;
      this.#config = {
        ...this.#config,
        single_until_success,
        failing_since: { begins: this.platform.clock.now(), ends: null, same: failing_since }[failing],
        failure_warned_at: failing === 'same' ? failure_warned_at : null,
      };
    }
    if (this.#config.is_active && (await notifyAdmins(this.#run, this.#config, finished))) this.deactivate();
  }
}
