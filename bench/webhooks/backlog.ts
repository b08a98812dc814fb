import { setTimeout as pause } from 'node:timers/promises';
import { fillBoard, post, signUp, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import { insertEvents } from '../relay.ts';

export const endpointsEach = 5;

/** Organizations with tasks and five endpoints each, all subscribed to every event. */
export async function withEndpoints(
  installation: Installation,
  count: number,
  url: string,
): Promise<Tenant[]> {
  const tenants = await signUp(installation, count);
  for (const tenant of tenants) {
    for (let index = 0; index < endpointsEach; index += 1)
      await addEndpoint(installation, tenant, `${url}?endpoint=${index}`);
    await fillBoard(installation, tenant, 100);
  }
  // Prompts are disabled: the same worker would run them during the measurement.
  await installation.database.query('update prompt_templates set is_enabled = false where org_id = any($1)', [
    tenants.map(({ org_id }) => org_id),
  ]);
  // Deliveries caused by signing up and adding endpoints end before the measurement.
  await untilDelivered(installation);
  return tenants;
}

export async function addEndpoint(
  installation: Installation,
  { headers }: Tenant,
  url: string,
): Promise<number> {
  const made = (await post(installation, '/webhooks', { url }, headers)) as { id: number };
  return made.id;
}

/** Commits events for a number of deliveries at once. */
export async function commitEvents(
  { database }: Installation,
  tenants: readonly Tenant[],
  deliveries: number,
): Promise<void> {
  await database.query('vacuum analyze tasks, outbox, webhook_deliveries');
  await database.query(insertEvents, [tenants.map(({ org_id }) => org_id), deliveries / endpointsEach]);
}

/** Inserts a backlog of due deliveries of existing events for an endpoint. */
export async function insertDueDeliveries(
  { database }: Installation,
  { org_id }: Tenant,
  webhook_id: number,
  count: number,
): Promise<void> {
  await database.query(
    `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
     select org_id, $2, id, occurred_at, event_type, 1, now() from events
     where org_id = $1 and event_type = 'task.post_update' order by id desc limit $3
     on conflict do nothing`,
    [org_id, webhook_id, count],
  );
}

/** Commits events of one organization at fixed times, waking the relay as the API does. */
export async function writeSteadily(
  { database }: Installation,
  { org_id }: Tenant,
  { seconds, perSecond, wake }: { seconds: number; perSecond: number; wake: () => void },
): Promise<void> {
  const start = performance.now();
  for (let index = 0; index < seconds * perSecond; index += 1) {
    const waitMs = start + (index * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs);
    await database.query({ name: 'one', text: insertEvents, values: [[org_id], 1] });
    wake();
  }
}

/** Waits until the results of all deliveries are recorded, except those of one endpoint. */
export async function untilDelivered({ database }: Installation, except = 0): Promise<void> {
  for (const deadline = performance.now() + 180_000; ; await pause(20)) {
    const { rows } = await database.query({
      name: 'waiting',
      text: `select exists (select from outbox) or exists (
        select from webhook_endpoints w cross join lateral (
          select from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
            and d.filed_at = 'infinity' limit 1) d
        where w.id <> $1) as waiting`,
      values: [except],
    });
    if (!rows[0].waiting) return;
    if (performance.now() > deadline) throw new Error('Deliveries were not finished within three minutes');
  }
}
