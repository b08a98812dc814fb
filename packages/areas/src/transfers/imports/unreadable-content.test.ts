import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { startS3Server } from '@wfp/testing/s3-server.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const { sql } = Prisma;

let s3: Awaited<ReturnType<typeof startS3Server>>;
let service: TestService;
let owner: Client;
beforeAll(async () => {
  s3 = await startS3Server();
  service = await startOwnService({ LOG_LEVEL: 'silent', ...s3.config });
  owner = await service.newOrganization();
});
afterAll(async () => {
  await service.stop();
  await s3.stop();
});

it('fails after the last attempt if the storage does not send the whole file', async () => {
  const csv = Buffer.from('first_name,last_name,hire_date\nAnn,Ames,2024-02-29\nBob,Bates,2024-03-01\n');
  const { body } = await upload(service, owner, { name: 'rows.csv', mime: 'text/csv' }, csv);
  const id = await requestTransfer(owner, '/employees/import', { file_id: body.id });
  await executeOperational(
    service.platform,
    sql`update imports set attempts = 2 where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
  // The first row is complete, so that it would be imported.
  s3.fault.answer = ({ method }) =>
    method === 'GET' ? { status: 200, bytes: csv.subarray(0, csv.indexOf('Bob')) } : undefined;
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    expect(await waitUntilEnded(owner, `/imports/${id}`)).toMatchObject({
      status: 'failed',
      error: 'The file could not be read from the storage; try again later',
      result: null,
    });
    expect((await owner.call('GET', '/employees')).body.data).toHaveLength(1);
  } finally {
    await worker.stop();
  }
});
