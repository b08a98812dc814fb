import type { Platform } from '@wfp/shared';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

const storages = new WeakMap<Platform, Storage>();

export async function deleteOrganizationFiles(platform: Platform, org_id: number): Promise<void> {
  await getStorage(platform).deleteUnder(`org-${org_id}`);
}

export function getStorage(platform: Platform): Storage {
  const known = storages.get(platform);
  if (known) return known;
  const { config } = platform;
  const made = config.STORAGE_URL === '' ? diskStorage(config.DATA_DIR) : s3OnFirstUse(config);
  storages.set(platform, made);
  return made;
}

/** Loads the S3 SDK on first use: it takes 0.1 s of CPU time and 35 MB. */
function s3OnFirstUse(config: Platform['config']): Storage {
  let loading: Promise<Storage> | undefined;
  const s3 = () => (loading ??= import('./s3.ts').then(({ s3Storage }) => s3Storage(config)));
  return {
    put: async (...args) => (await s3()).put(...args),
    get: async (...args) => (await s3()).get(...args),
    delete: async (key) => (await s3()).delete(key),
    deleteUnder: async (key) => (await s3()).deleteUnder(key),
  };
}
