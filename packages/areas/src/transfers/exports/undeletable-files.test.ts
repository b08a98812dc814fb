import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { errorResponse, startS3Server } from '@wfp/testing/s3-server.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const { sql } = Prisma;

let s3: Awaited<ReturnType<typeof startS3Server>>;
let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  s3 = await startS3Server();
  service = await startOwnService({ LOG_LEVEL: 'silent', ...s3.config });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
beforeEach(() => {
  s3.fault.answer = () => undefined;
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await s3.stop();
});

const request = (by: Client) =>
  requestTransfer(by, '/tasks/export', { format: 'ndjson', columns: ['title'] });
const ended = async (by: Client, id: number) => (await waitUntilEnded(by, `/exports/${id}`)).status;

async function expire(by: Client): Promise<number> {
  const id = await request(by);
  expect(await ended(by, id)).toBe('succeeded');
  await executeOperational(
    service.platform,
    sql`update exports set expires_at = now() where org_id = ${by.user.org_id} and id = ${id} returning id`,
  );
  return id;
}

it('an export does not wait for the deletion of an earlier file, which is repeated', async () => {
  const owner = await service.newOrganization();
  let isRefused = true;
  s3.fault.answer = ({ method }) =>
    method === 'DELETE' && isRefused ? errorResponse(403, 'AccessDenied') : undefined;
  const expired = await expire(owner);
  expect(await ended(owner, await request(owner))).toBe('succeeded');
  isRefused = false;
  const statusOf = async () => (await owner.call('GET', `/exports/${expired}`)).body.status;
  expect(await eventually(statusOf, (status) => status === 'expired', 120_000)).toBe('expired');
});

it('exports do not wait for a storage that does not respond to deletions', async () => {
  const owners = await Promise.all(Array.from({ length: 3 }, () => service.newOrganization()));
  s3.fault.answer = ({ method }) =>
    method === 'DELETE' ? { status: 200, bytes: Buffer.from('stalled'), isStalled: true } : undefined;
  for (const owner of owners) await expire(owner);
  const exports = await Promise.all(owners.map(async (owner) => ended(owner, await request(owner))));
  expect(exports).toEqual(['succeeded', 'succeeded', 'succeeded']);
});
