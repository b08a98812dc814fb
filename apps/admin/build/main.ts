import { readArguments } from '@wfp/shared/arguments';
import { isBuilt } from './stamp.ts';

readArguments({
  usage: `Usage: npm run build-admin
Builds the admin application into apps/admin/dist, unless it is built from the current files.`,
});

if (!(await isBuilt())) {
  const { buildAdmin } = await import('./build-admin.ts');
  await buildAdmin();
}
