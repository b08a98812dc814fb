import type { Caller } from '../../caller.ts';

/** Records the write position for the replica, and wakes the relay. */
export async function afterCommit(caller: Caller): Promise<void> {
  await caller.platform.replica?.recordWrite(caller);
  caller.platform.wakeRelay();
}
