import { setTimeout as pause } from 'node:timers/promises';
import { table } from '../measurements/report.ts';
import { newTask, post, signUp, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario } from '../scenarios.ts';
import { readResidentKiB, startAudience } from './audience.ts';
import { headOf, makeKeys } from './streams.ts';

const lookEveryMs = 100;

/** Clients that reconnect after missing many events: the rate at which they catch up, and the memory this takes. */
export const resume: Scenario = async ({ services, isSmoke }) => {
  const missed = isSmoke ? 50 : 100_000;
  const rows = [
    ['events missed', 'clients', 'events/s', 'each, s', 'CPU µs an event', 'memory grew by, MiB'],
  ];
  for (const installation of services) {
    const [tenant] = await signUp(installation, 1);
    if (!tenant) throw new Error('No organization was made');
    await makeKeys(installation, tenant, 20);
    const from = await fillLog(installation, tenant, missed);
    await catchUp(installation, tenant, from, 1);
    for (const clients of [1, 20]) {
      const one = await catchUp(installation, tenant, from, clients);
      const count = one.events * clients;
      rows.push([
        `${installation.name}, ${one.events}`,
        String(clients),
        (count / one.seconds).toFixed(0),
        one.seconds.toFixed(1),
        ((one.cpuMs * 1_000) / count).toFixed(1),
        (one.grewKiB / 1_024).toFixed(0),
      ]);
    }
  }
  return table(rows);
};

/** Inserts copies of an event, waits until the relay has numbered them, and returns the number before the first. */
async function fillLog(installation: Installation, tenant: Tenant, count: number): Promise<number> {
  await post(installation, '/tasks', newTask, tenant.headers);
  const from = await headOf(installation, tenant.org_id);
  const { rows } = await installation.database.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'events' and column_name <> 'id'`,
  );
  await installation.database.query(
    `with one as (select * from events where org_id = $1 and aggregate_type = 'task' limit 1), made as (
       insert into events (id, ${rows[0].names})
       select nextval('events_id_seq'), ${rows[0].names} from one, generate_series(1, $2) returning org_id, id, occurred_at)
     insert into outbox (org_id, event_id, occurred_at) select org_id, id, occurred_at from made`,
    [tenant.org_id, count],
  );
  await headOf(installation, tenant.org_id);
  return from;
}

async function catchUp(installation: Installation, { org_id }: Tenant, from: number, count: number) {
  const { api } = installation;
  const until = await headOf(installation, org_id);
  const audience = startAudience();
  const cpuBefore = await api.processorMs();
  const before = await readResidentKiB(api.pid);
  let most = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await readResidentKiB(api.pid));
      await pause(lookEveryMs);
    }
  })();
  const start = performance.now();
  const port = Number(new URL(installation.url).port);
  const header = `Last-Event-ID: ${from}`;
  await audience.ask({ kind: 'open', port, count, keysOf: org_id, header });
  const { behind } = await audience.ask({ kind: 'follow', until });
  const seconds = (performance.now() - start) / 1_000;
  isOver = true;
  await watching;
  await audience.ask({ kind: 'close' });
  audience.stop();
  if (behind > 0) throw new Error(`${behind} of ${count} clients did not catch up`);
  return {
    events: until - from,
    seconds,
    cpuMs: (await api.processorMs()) - cpuBefore,
    grewKiB: most - before,
  };
}
