import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface DevelopmentSecrets {
  JWT_SECRET: string;
  ENCRYPTION_KEY: string;
}

/** Reads the secrets of a data folder, or generates and stores them the first time, so that tokens survive a restart. */
export async function developmentSecrets(dataDir: string): Promise<DevelopmentSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return JSON.parse(text) as DevelopmentSecrets;
  const secrets = {
    JWT_SECRET: randomBytes(48).toString('base64url'),
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  };
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
