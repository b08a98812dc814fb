import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Each audit entry contains the old and the new description: 120,000 bytes. */
const changes = 75;
const descriptionOf = (n: number) => `${n} ${'€'.repeat(20_000)}`;

let service: TestService;
let owner: Client;
let path: string;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const { body: task } = await owner.call('POST', '/tasks', { title: 'Long', description: descriptionOf(0) });
  path = `/audit-log?resource=task&record_id=${task.id}`;
  for (let n = 1; n <= changes; n += 1) {
    const patched = await owner.call('PATCH', `/tasks/${task.id}`, { description: descriptionOf(n) });
    expect(patched.status).toBe(200);
  }
});
afterAll(() => service.stop());

describe('a page with rows of more than 8 MiB', () => {
  it('is rejected, and the message names the parameter', async () => {
    const { status, body } = await owner.call('GET', `${path}&limit=100`);
    expect([status, body.details?.fieldErrors]).toEqual([
      422,
      { limit: ['Use a smaller limit: the rows of this page have more than 8 MiB'] },
    ]);
  });

  it('can be read in parts', async () => {
    const first = await owner.call('GET', `${path}&limit=50`);
    const second = await owner.call('GET', `${path}&limit=50&after=${first.body.next}`);
    expect([first.status, first.body.data.length, second.status, second.body.data.length]).toEqual([
      200,
      50,
      200,
      changes + 1 - 50,
    ]);
  });
});
