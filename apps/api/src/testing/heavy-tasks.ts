import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestService } from '@wfp/testing';

const { sql } = Prisma;

/** 150 KB in UTF-8: longer than a request can write, as in rows of an earlier release. */
const longText = '漢'.repeat(50_000);

/** Creates tasks with descriptions of 150 KB; lists of 100 have 15 MB. */
export async function createHeavyTasks(service: TestService, owner: Client, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, n) => owner.call('POST', '/tasks', { title: `Heavy ${n}` })),
  );
  await executeOperational(
    service.platform,
    sql`update tasks set description = ${longText} where org_id = ${owner.user.org_id}`,
  );
}
