import { areas } from '@wfp/areas';
import { createLogger, startPlatform } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { seedDemo } from '../../prisma/seed/demo.ts';

/** Creates the demo organization unless it exists. Must not run in production, because its password is public. */
export async function seedDemoOnce(config: Config, log: (line: string) => void): Promise<void> {
  const platform = startPlatform({ config, log: createLogger('seed', 'warn'), areas });
  try {
    await seedDemo(platform, log);
  } finally {
    await platform.close();
  }
}
