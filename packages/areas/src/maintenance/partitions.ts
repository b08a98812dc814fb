import type { Logger, Platform } from '@wfp/shared';
import {
  analyzePartitioned,
  dropOldDeliveries,
  extendPartitions,
  type PartitionsState,
  readPartitionsState,
} from './lane.store.ts';

const minute = 60_000;
/** Intervals after a failed change, and between warnings. */
const intervalsMs = { retry: minute, warning: 60 * minute };

/**
 * Creates monthly partitions in advance and drops old ones of deliveries. Rows without a partition for their month are
 * stored in the partitions before or after all months.
 */
export class Partitions {
  #noChangeBefore = 0;
  #noWarningBefore = 0;

  async isDue(platform: Platform): Promise<boolean> {
    if (performance.now() < this.#noChangeBefore) return false;
    const state = await readPartitionsState(platform);
    this.#warn(platform.log, state);
    return state.lacks_months || state.has_old_deliveries || state.lacks_statistics;
  }

  /**
   * Creates missing partitions, drops old ones of deliveries and updates the statistics of the partitioned tables. If
   * partitions cannot be changed, for example because a long read locks a table, a later run retries.
   *
   * @returns the number of partitions created or dropped
   */
  async maintain(platform: Platform): Promise<number> {
    const state = await readPartitionsState(platform);
    const created = state.lacks_months ? await this.#change(platform, extendPartitions) : 0;
    const dropped = state.has_old_deliveries ? await this.#change(platform, dropOldDeliveries) : 0;
    if (state.lacks_statistics) await analyzePartitioned(platform);
    return created + dropped;
  }

  async #change(platform: Platform, change: (platform: Platform) => Promise<number>): Promise<number> {
    try {
      return await change(platform);
    } catch (error) {
      this.#noChangeBefore = performance.now() + intervalsMs.retry;
      platform.log.info({ err: error }, 'Partitions could not be changed; retrying in a minute');
      return 0;
    }
  }

  #warn(log: Logger, { is_late, has_strays, covered_until }: PartitionsState): void {
    if ((!is_late && !has_strays) || performance.now() < this.#noWarningBefore) return;
    this.#noWarningBefore = performance.now() + intervalsMs.warning;
    log.warn(
      { covered_until, has_strays },
      is_late
        ? 'Partitions end in less than a month: see docs/retention.md'
        : 'Rows are outside of all monthly partitions: see docs/retention.md',
    );
  }
}
