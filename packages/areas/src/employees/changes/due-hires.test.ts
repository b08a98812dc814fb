import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

it.each([
  ['hire', false],
  ['hire that was corrected', true],
])('a %s that is invalid on its day is retried, not cancelled', async (_, isCorrected) => {
  const { org_id } = owner.user;
  const code = `seat-${isCorrected}`;
  const seat = (await owner.call('POST', '/positions', { title: 'Painter', code, status: 'open' })).body;
  const { id } = await people.hire({ hire_date: '2030-01-10', position_id: seat.id });
  const [hire] = await people.changes(id);
  if (isCorrected) await people.change(id, 'correction', '2030-01-09', {}, { corrects_id: hire.id });
  const deleted = (at: Date | null) =>
    executeOperational(
      service.platform,
      sql`update positions set deleted_at = ${at}::timestamptz where org_id = ${org_id} and id = ${seat.id} returning id`,
    );
  await deleted(new Date());
  await runDueChangesAt(service, org_id, '2030-01-10T00:00:00Z');
  const states = (await people.changes(id)).map((one: any) => one.state);
  expect(states).toEqual(isCorrected ? ['cancelled', 'scheduled'] : ['scheduled']);
  expect((await people.employee(id)).status).toBe('pre_hire');
  await deleted(null);
  await runDueChangesAt(service, org_id, '2030-01-10T00:00:00Z');
  expect((await people.employee(id)).status).toBe('active');
});

it('reaches the changes after hires that cannot be applied, although each takes a whole run', async () => {
  const { org_id } = owner.user;
  const seat = { title: 'Painter', code: 'lost', status: 'open', headcount: 9 };
  const position_id = (await owner.call('POST', '/positions', seat)).body.id;
  const painters = [
    await people.hire({ hire_date: '2031-01-10', position_id }),
    await people.hire({ hire_date: '2031-01-10', position_id }),
  ];
  const { id } = await people.hire({ hire_date: '2031-01-11' });
  const setDeleted = (at: Date | null) =>
    executeOperational(
      service.platform,
      sql`update positions set deleted_at = ${at}::timestamptz where org_id = ${org_id} and id = ${position_id} returning id`,
    );
  await setDeleted(new Date());
  const run = () => runDueChangesAt(service, org_id, '2031-01-11T00:00:00Z', 2_000);
  for (let count = 0; count < 3; count += 1) {
    expect((await people.employee(id)).status).toBe('pre_hire');
    await run();
  }
  expect((await people.employee(id)).status).toBe('active');
  await setDeleted(null);
  for (let count = 0; count < 3; count += 1) await run();
  for (const painter of painters) expect((await people.employee(painter.id)).status).toBe('active');
});
