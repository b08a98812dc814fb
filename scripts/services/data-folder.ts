import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandOf } from './process-identity.ts';

/** State of the local services, stored between starts. */
export interface ServicesRecord {
  password: string;
  postgresPort?: number;
  redisPort?: number;
}

/** Thrown if another process uses the same data folder. */
export class DataFolderInUse extends Error {}

const heldHere = new Set<string>();

/** Creates the folder. Other users, such as that of the database, can traverse it but not list it. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, 'logs'), { recursive: true });
  await chmod(dataDir, 0o711);
}

/** @throws DataFolderInUse naming the process that uses the folder */
export async function requireUnusedFolder(dataDir: string): Promise<void> {
  const file = lockFile(dataDir);
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  const command = Number.isInteger(pid) ? await commandOf(pid) : null;
  // Process ids are reused after a crash or a restart, even for this process.
  const isHeld = pid === process.pid ? heldHere.has(file) : command?.includes('node');
  if (isHeld) {
    throw new DataFolderInUse(
      `${dataDir} is in use by process ${pid} (${command}).\nStop that process first, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Locks the folder for this process.
 *
 * @returns a function that unlocks it
 * @throws DataFolderInUse naming the process that uses it
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = lockFile(dataDir);
  for (;;) {
    try {
      await writeFile(file, `${process.pid}\n`, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    await requireUnusedFolder(dataDir);
    await unlink(file).catch(() => undefined);
  }
  heldHere.add(file);
  return async () => {
    heldHere.delete(file);
    await unlink(file).catch(() => undefined);
  };
}

function lockFile(dataDir: string): string {
  return path.join(dataDir, 'start.pid');
}

/** Reads the record of the folder. If there is none, returns a new one with a generated password, which is not stored. */
export async function readServicesRecord(dataDir: string): Promise<ServicesRecord> {
  const text = await readFile(recordFile(dataDir), 'utf8').catch(() => null);
  if (text === null) return { password: randomBytes(18).toString('base64url') };
  return JSON.parse(text) as ServicesRecord;
}

export async function writeServicesRecord(dataDir: string, record: ServicesRecord): Promise<void> {
  await writeFile(recordFile(dataDir), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, 'services.json');
}
