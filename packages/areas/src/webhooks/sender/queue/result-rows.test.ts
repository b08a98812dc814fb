import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLaneHarness } from '../../testing/lane-harness.ts';
import type { DeliveryResult } from './delivery-result.ts';
import { acquireLane, insertResults, leaseDue } from './lane.store.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service?.stop());

const response = {
  response_status: 200,
  response_headers: { date: 'Mon, 23 Nov 2026 12:00:00 GMT', 'x-text': 'a "quoted" \\ Café ☕ {,}' },
  response_body: '{"ok": [1, null]}\n\\',
  error: null,
};
const noResponse = { response_status: null, response_headers: null, response_body: null, error: 'null' };

/** Outcomes that differ from others in one column only, and repeated ones. */
const outcomes = [
  response,
  { ...response, response_body: '' },
  { ...response, response_body: null },
  { ...response, response_body: 'null' },
  response,
  { ...response, response_headers: {} },
  { ...response, response_status: 204 },
  noResponse,
  { ...noResponse, error: '' },
  { ...noResponse, error: 'NULL' },
  noResponse,
  response,
];

it('records every result of a batch with its own outcome', async () => {
  const harness = createLaneHarness(service, owner);
  const id = await harness.createEndpoint('http://127.0.0.1:9/');
  const delivery_ids = await harness.insertDue(id, outcomes.length);
  const lock = { org_id: owner.user.org_id, webhook_id: id, holder: 'one', seconds: 30 };
  await acquireLane(service.platform, lock);
  const rules = { ordered: false, rate_limit_per_second: null };
  // Two leases, which end at different times.
  const leased = [
    ...(await leaseDue(service.platform, lock, rules, 5)),
    ...(await leaseDue(service.platform, lock, rules, 50)),
  ];
  const finished = leased.map(({ delivery_id, tid, lease_until }, n): DeliveryResult => {
    const outcome = outcomes[n] ?? noResponse;
    const isSuccess = outcome.response_status !== null;
    return {
      delivery_id,
      tid,
      lease_until,
      status: isSuccess ? 'succeeded' : 'failed',
      http: { ...outcome, duration_ms: n, is_timeout: false },
      ended_ms_ago: 0,
      next_in_seconds: isSuccess ? null : n * 60,
    };
  });
  await insertResults(service.platform, lock, finished);
  const rows = await harness.rows(id);
  const recorded = rows.filter(({ status }) => status !== 'pending');
  expect(recorded.map((row) => row.id)).toEqual(delivery_ids);
  expect(recorded).toMatchObject(
    finished.map(({ status, http: { is_timeout: _, ...columns } }) => ({ status, ...columns })),
  );
  expect(rows.filter(({ status }) => status === 'pending').map((row) => row.attempt)).toEqual([2, 2, 2, 2]);
});
