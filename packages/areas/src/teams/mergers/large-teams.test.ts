import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const { sql } = Prisma;

/** The documented limit of one request. */
const maxEmployees = 200;

let service: TestService;
let owner: Client;
let from: number;
let to: number;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  [from, to] = [await newTeam('From'), await newTeam('To')];
});

const newTeam = async (name: string): Promise<number> =>
  (await owner.call('POST', '/teams', { name, kind: 'department' })).body.id;

async function addEmployees(count: number): Promise<void> {
  await executeOperational(
    service.platform,
    sql`insert into employees (org_id, employee_number, first_name, last_name, hire_date, team_id)
      select ${owner.user.org_id}::int, 'large-' || n, 'Ada', 'L', '2024-01-01', ${from}::int
      from generate_series(1, ${count}::int) n returning id`,
  );
}

async function expectRejected(message: string): Promise<void> {
  for (const [act, field] of [
    ['archive', 'move_to'],
    ['merge', 'into_id'],
  ] as const) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', `/teams/${from}/${act}`, { [field]: to }),
    );
    expect([result.status, result.body.details.fieldErrors]).toEqual([422, { id: [message] }]);
    expect(left).toEqual(nothing);
  }
}

it('a team with more employees than one request can move is neither archived nor merged', async () => {
  await addEmployees(maxEmployees + 1);
  await expectRejected(
    `Is the primary team of more than ${maxEmployees} employees, including scheduled changes; move some first`,
  );
});
