import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memoryFolder = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

/** The possible parents of the folders that `makeVolatileFolder` creates. */
export const volatileFolderParents = [memoryFolder, tmpdir()];

/**
 * Creates an empty folder for the data of disposable servers, which the user of PostgreSQL can traverse. Uses memory if
 * there is room: cloning a database of about 800 files took 15 ms there, 400 ms on a disk, and an empty PostgreSQL needs
 * half the CPU time.
 */
export async function makeVolatileFolder(prefix: string): Promise<string> {
  const memory = await statfs(memoryFolder).catch(() => null);
  const isRoomy = memory !== null && memory.bavail * memory.bsize >= neededBytes;
  const folder = await mkdtemp(path.join(isRoomy ? memoryFolder : tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}
