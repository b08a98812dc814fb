import { Prisma } from '@wfp/shared/db';
import { startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInitiative, readAuditedLinks, readLinkEvents } from '../testing/link-history.ts';
import { changesOf, type Known, linkCommand, replayLinks, sendLinkCommand } from '../testing/link-model.ts';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Requests sent at the same time, one group after the other. */
const groups = fc.array(fc.array(linkCommand, { minLength: 1, maxLength: 5 }), {
  minLength: 12,
  maxLength: 20,
});

async function startOrganization() {
  const owner = await service.newOrganization();
  const task = async () => (await owner.call('POST', '/tasks', { title: 'First' })).body.id;
  const known: Known = {
    tasks: [await task(), await task(), await task()],
    initiatives: [
      await createInitiative(owner),
      await createInitiative(owner),
      await createInitiative(owner),
    ],
    owner_employee_id: (await owner.call('GET', '/employees')).body.data[0].id,
  };
  return { owner, known };
}

const readInitiatives = (org_id: number) =>
  service.rows<{ id: number; initiative_id: number | null }>(
    sql`select id, initiative_id from tasks where org_id = ${org_id} order by id`,
  );

it('links and unlinks of a task alternate and end with its initiative, after any requests', async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(groups, async (commands) => {
      const { owner, known } = await startOrganization();
      for (const group of commands) {
        const statuses = await Promise.all(group.map((command) => sendLinkCommand(owner, command, known)));
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
      }
      const { org_id } = owner.user;
      const events = await readLinkEvents(service, org_id);
      const current = replayLinks(events);
      const tasks = await readInitiatives(org_id);
      expect(tasks.map(({ id }) => ({ id, initiative_id: current.get(id) ?? null }))).toEqual(tasks);
      expect(changesOf(events)).toEqual(await readAuditedLinks(service, org_id));
      written += events.length;
    }),
    { numRuns: 6 },
  );
  expect(written).toBeGreaterThan(50);
});
