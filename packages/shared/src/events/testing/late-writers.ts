import { ignoreDropped } from '@wfp/testing/database.ts';
import pg from 'pg';
import { insertEvent, sleep } from './relay-harness.ts';

export type CommittedEvents = Map<number, Set<number>>;

const randomUpTo = (most: number) => Math.floor(Math.random() * (most + 1));
const randomItem = <One>(all: readonly One[]) => all[randomUpTo(all.length - 1)] as One;

/**
 * Runs writers that take event ids early and commit late, out of order and with pauses; one in five rolls back. The
 * slowest hold an id for up to 1.2 s while hundreds of later ones are committed.
 */
export async function writeLate(
  databaseUrl: string,
  orgs: readonly number[],
  { writers, transactions }: { writers: number; transactions: number },
): Promise<CommittedEvents> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: writers }).on('error', ignoreDropped);
  const committed: CommittedEvents = new Map(orgs.map((org_id) => [org_id, new Set()]));
  const transaction = async (maxSleepMs: number) => {
    const client = await pool.connect();
    const taken: [org_id: number, id: number][] = [];
    await client.query('begin');
    for (let count = 1 + randomUpTo(2); count > 0; count -= 1) {
      const org_id = randomItem(orgs);
      const { rows } = await client.query<{ id: number }>(insertEvent, [org_id, 1 + randomUpTo(9)]);
      for (const { id } of rows) taken.push([org_id, id]);
      await sleep(randomUpTo(maxSleepMs));
    }
    const isCommitted = Math.random() > 0.2;
    await client.query(isCommitted ? 'commit' : 'rollback');
    if (isCommitted) for (const [org_id, id] of taken) committed.get(org_id)?.add(id);
    client.release();
  };
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const maxSleepMs = writer % 10 === 0 ? 400 : 20;
      const count = Math.ceil(transactions / (writer % 10 === 0 ? 10 : 1));
      for (let done = 0; done < count; done += 1) await transaction(maxSleepMs);
    }),
  );
  await pool.end();
  return committed;
}
