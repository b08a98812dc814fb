import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { deployMigrations } from '../../prisma/migrate.ts';

/** Creates a migrated database for cloning and returns its name. */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = `template_${randomBytes(5).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    await executeOn(serverUrl, `create database ${name}`);
    await deployMigrations(url.href);
  } catch (error) {
    await dropTemplate(serverUrl, name);
    throw error;
  }
  return name;
}

/** Ignores errors: the server may already be stopped. */
export const dropTemplate = (serverUrl: string, name: string): Promise<void> =>
  executeOn(serverUrl, `drop database if exists ${name} with (force)`).catch(() => undefined);

async function executeOn(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
