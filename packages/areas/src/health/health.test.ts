import { startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('responds without valid credentials', async () => {
  for (const authorization of ['', 'Bearer broken', 'Basic eA==']) {
    const { status, body } = await service.call('GET', '/health', undefined, { authorization });
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  }
});
