import { areas, checkInvariants } from '@wfp/areas';
import { startPlatform } from '@wfp/shared';
import { testConfig } from '@wfp/testing';
import { createTestLogger } from '@wfp/testing/test-logger.ts';
import type { Cluster } from '../processes/processes.ts';

/** Runs the checks of `npm run ops -- check` and returns violations as text. Can run while the processes write. */
export async function brokenInvariants(cluster: Cluster): Promise<string[]> {
  const platform = startPlatform({ config: testConfig(cluster), log: createTestLogger('silent'), areas });
  try {
    const checked = await checkInvariants(platform);
    return checked.flatMap(({ name, violations }) => violations.map((says) => `${name}: ${says}`));
  } finally {
    await platform.close();
  }
}
