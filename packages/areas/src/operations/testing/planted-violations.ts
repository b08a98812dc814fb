import type { Client, TestService } from '@wfp/testing';
import pg from 'pg';
import { listChecks } from '../check.service.ts';

/** Runs checks after changes that the service would reject, which are rolled back afterwards. */
export interface Planter {
  /** Returns the messages of a check after a change. Triggers and foreign keys do not apply to the change. */
  find(check: string, change: string): Promise<string[]>;
  end(): Promise<void>;
}

/** Connects as a superuser to the database of the service. */
export async function connectPlanter({ config, platform }: TestService, by: Client): Promise<Planter> {
  const database = new pg.Client({ connectionString: config.DATABASE_URL });
  await database.connect();
  const rows = async <Row>({ text, values }: { text: string; values: unknown[] }) =>
    (await database.query({ text, values })).rows as Row[];
  return {
    find: async (name, change) => {
      const check = listChecks(platform).find((one) => one.name === name);
      await database.query('begin');
      try {
        await database.query('set local session_replication_role = replica');
        await database.query(change);
        const found = await check?.find({ platform, org_id: by.user.org_id, is_closed: false, rows });
        return found ?? [`no check ${name}`];
      } finally {
        await database.query('rollback');
      }
    },
    end: () => database.end(),
  };
}
