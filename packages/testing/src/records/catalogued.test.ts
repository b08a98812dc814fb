import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../index.ts';
import { assertCatalogued } from './catalogued.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

/** Inserts an event with differences from a valid one, and checks it. */
async function check(row: Record<string, unknown>, context: Record<string, unknown> = {}): Promise<void> {
  const { org_id, id } = owner.user;
  const event = { aggregate_type: 'user', event_type: 'user.invited', ...row };
  const payload = {
    org_id,
    actor_id: id,
    record_id: 7,
    record_type: event.aggregate_type,
    action: 'invited',
    timestamp: '2026-11-21T10:00:00.000Z',
    ...context,
  };
  const [written] = await executeOperational<{ id: number }>(
    service.platform,
    Prisma.sql`insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids, is_private)
      values (${org_id}, ${event.aggregate_type}, 7, ${event.event_type}, ${JSON.stringify(payload)}::jsonb, now(), '{}', false)
      returning id::float8 as id`,
  );
  await assertCatalogued(service, [written?.id ?? 0]);
}

describe('an event', () => {
  it('passes if it matches its declaration, or if only tests declare its type', async () => {
    await check({});
    await check({ aggregate_type: 'thing', event_type: 'thing.post_create' }, { action: 'anything' });
  });

  it.each([
    ['has another aggregate', { aggregate_type: 'team' }, {}],
    ['has another record_type', {}, { record_type: 'team' }],
    ['has another action', {}, { action: 'post_create' }],
    ['has no actor', {}, { actor_id: undefined }],
    ['has an undeclared record name', {}, { record_name: 'Ida' }],
    ['has an unknown field', {}, { password: 'x' }],
  ])('fails if it %s', async (_, row, context) => {
    await expect(check(row, context)).rejects.toThrow('user.invited does not match its declaration');
  });
});
