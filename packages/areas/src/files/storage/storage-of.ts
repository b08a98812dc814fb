import type { Platform } from '@wfp/shared';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const storages = new WeakMap<Platform, Storage>();

/** Deletes every byte of an organization that is closed for good: of its files and of its exports. */
export async function deleteBytesOf(platform: Platform, org_id: number): Promise<void> {
  await storageOf(platform).deleteUnder(`org-${org_id}`);
}

/** The storage that the configuration asks for. */
export function storageOf(platform: Platform): Storage {
  const known = storages.get(platform);
  if (known) return known;
  const { config } = platform;
  const made = config.STORAGE_URL === '' ? diskStorage(config.DATA_DIR) : s3Storage(config);
  storages.set(platform, made);
  return made;
}
