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

/** Writes an event that differs from a good one, and has it looked at. */
async function look(row: Record<string, unknown>, context: Record<string, unknown> = {}): Promise<void> {
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
  it('that is as it is declared is let through, and so is one of a type that only tests know', async () => {
    await look({});
    await look({ aggregate_type: 'thing', event_type: 'thing.post_create' }, { action: 'anything' });
  });

  it.each([
    ['is about another kind of record', { aggregate_type: 'team' }, {}],
    ['says so in its context alone', {}, { record_type: 'team' }],
    ['names another act', {}, { action: 'post_create' }],
    ['has no actor at all', {}, { actor_id: undefined }],
    ['carries a name that is nobody’s business', {}, { record_name: 'Ida' }],
    ['has a field that nobody knows', {}, { password: 'x' }],
  ])('that %s is not', async (_, row, context) => {
    await expect(look(row, context)).rejects.toThrow('user.invited is not as it is declared');
  });
});
