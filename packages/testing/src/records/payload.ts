/** Returns a minimal event payload as JSON, for tests that insert events with SQL. */
export const eventPayload = (org_id: number): string =>
  JSON.stringify({
    org_id,
    actor_id: null,
    record_id: 1,
    record_type: 'test',
    action: 'test',
    timestamp: '2026-01-01T00:00:00.000Z',
  });
