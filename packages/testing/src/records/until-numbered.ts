import { Prisma } from '@wfp/shared/db';
import { eventually } from '../network/receiver.ts';
import type { TestService } from '../service/own-service.ts';

/** Waits until the relay, which must be running, has numbered every committed event. */
export async function waitUntilNumbered(service: Pick<TestService, 'rows'>): Promise<void> {
  await eventually(
    () => service.rows<{ waiting: number }>(Prisma.sql`select count(*)::int as waiting from outbox`),
    ([row]) => row?.waiting === 0,
  );
}
