import type { Logger, Platform } from '@wfp/shared';
import {
  analyzePartitioned,
  dropOldDeliveries,
  extendPartitions,
  type PartitionsState,
  readPartitionsState,
} from './lane.store.ts';

const minute = 60_000;
/** When a process looks again after it could not make months, and when it complains again. */
const pauseMs = { refused: minute, complaint: 60 * minute };

/**
 * Keeps months ahead for what grows for ever, where rows find a place without them too, but not in a month of their own;
 * and drops those of deliveries that are over for long.
 */
export class Partitions {
  #notBefore = 0;
  #quietUntil = 0;

  async isDue(platform: Platform): Promise<boolean> {
    if (performance.now() < this.#notBefore) return false;
    const state = await readPartitionsState(platform);
    this.#complain(platform.log, state);
    return state.lacks_months || state.has_old_deliveries || state.lacks_statistics;
  }

  /**
   * Makes what is missing and drops what is over; leaves it to a later run where a long read holds one of the tables.
   *
   * @returns how many partitions were made or dropped
   */
  async maintain(platform: Platform): Promise<number> {
    const state = await readPartitionsState(platform);
    const made = state.lacks_months ? await this.#change(platform, extendPartitions) : 0;
    const dropped = state.has_old_deliveries ? await this.#change(platform, dropOldDeliveries) : 0;
    if (state.lacks_statistics) await analyzePartitioned(platform);
    return made + dropped;
  }

  async #change(platform: Platform, change: (platform: Platform) => Promise<number>): Promise<number> {
    try {
      return await change(platform);
    } catch (error) {
      this.#notBefore = performance.now() + pauseMs.refused;
      platform.log.info({ err: error }, 'Partitions could not be changed now; it is tried again in a minute');
      return 0;
    }
  }

  #complain(log: Logger, { is_late, has_strays, covered_until }: PartitionsState): void {
    if ((!is_late && !has_strays) || performance.now() < this.#quietUntil) return;
    this.#quietUntil = performance.now() + pauseMs.complaint;
    log.warn(
      { covered_until, has_strays },
      is_late
        ? 'Partitions end in less than a month: see docs/retention.md'
        : 'Rows lie outside of all months: see docs/retention.md',
    );
  }
}
