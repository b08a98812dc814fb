import { startAdminBuild } from '../start/admin-build.ts';

/** Builds the admin application for tests that need its files, unless they are current. */
export async function requireBuiltAdmin(): Promise<void> {
  const build = await startAdminBuild((line) => console.log(`tests: ${line}`));
  await build?.done;
}
