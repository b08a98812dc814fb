import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const hire = (fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', ...fields };
  return owner.call('POST', '/employees', person);
};
const numberOfHire = async (fields: object = {}): Promise<string> =>
  (await hire(fields)).body.employee_number;
const configure = (body: object) => owner.call('PATCH', '/company-configuration', body);
const getNext = async () => (await owner.call('GET', '/company-configuration')).body.next_employee_number;

async function expectRejected(act: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, act);
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toEqual(nothing);
}

it.each([
  ['M-{000}', 'M-002'],
  ['{00000}', '00002'],
  ['2026/{0}', '2026/2'],
  ['Größe {00}', 'Größe 02'],
])('in the format %s is %s', async (employee_number_format, expected) => {
  expect((await configure({ employee_number_format })).body).toMatchObject({
    employee_number_format,
    next_employee_number: 2,
  });
  expect(await numberOfHire()).toBe(expected);
  expect(await getNext()).toBe(3);
});

it('continues after more digits than the format has', async () => {
  await configure({ employee_number_format: 'M{00}', next_employee_number: 99 });
  expect([await numberOfHire(), await numberOfHire()]).toEqual(['M99', 'M100']);
});

it('continues the count in a new format, and in a former one after its highest number', async () => {
  expect(await numberOfHire()).toBe('E0002');
  await configure({ employee_number_format: 'M{000}' });
  expect(await numberOfHire()).toBe('M003');
  await configure({ employee_number_format: 'M{00000}', next_employee_number: 50 });
  expect(await numberOfHire()).toBe('M00050');
  await configure({ employee_number_format: 'E{0000}', next_employee_number: 3 });
  expect(await numberOfHire()).toBe('E0003');
});

it('can begin at 1 in a format whose numbers are unused', async () => {
  await configure({ employee_number_format: 'X{0}', next_employee_number: 1 });
  expect([await numberOfHire(), await numberOfHire()]).toEqual(['X1', 'X2']);
});

it('is raised by the configuration, and lowered again to the number after the highest', async () => {
  expect((await configure({ next_employee_number: 700 })).body.next_employee_number).toBe(700);
  expect((await configure({ next_employee_number: 2 })).body.next_employee_number).toBe(2);
  expect(await numberOfHire()).toBe('E0002');
});

it('cannot be lowered to a number that an employee has or had', async () => {
  const used = (highest: number) => ({
    next_employee_number: [
      `Must be greater than ${highest}, the highest number that employees have or had in this format`,
    ],
  });
  // Before the first change, too.
  await expectRejected(() => configure({ next_employee_number: 1 }), used(1));
  const { id } = (await hire({ employee_number: 'E0040' })).body;
  await expectRejected(() => configure({ next_employee_number: 40 }), used(40));
  await owner.call('PATCH', `/employees/${id}`, { employee_number: 'X1' });
  await owner.call('DELETE', `/employees/${id}`);
  await configure({ probation_days: 1 });
  await expectRejected(() => configure({ next_employee_number: 40 }), used(40));
  await expectRejected(() => configure({ employee_number_format: 'X{0}', next_employee_number: 1 }), used(1));
  expect((await configure({ next_employee_number: 41 })).status).toBe(200);
});

it('is after numbers that were entered manually, and is never a used one', async () => {
  await configure({ employee_number_format: 'M{000}' });
  expect(await numberOfHire({ employee_number: 'M7' })).toBe('M7');
  expect(await getNext()).toBe(8);
  expect(await numberOfHire()).toBe('M008');
  const { id } = (await hire({ employee_number: 'M020' })).body;
  await owner.call('PATCH', `/employees/${id}`, { employee_number: 'Z-1' });
  const deleted = (await hire()).body;
  expect(deleted.employee_number).toBe('M021');
  await owner.call('DELETE', `/employees/${deleted.id}`);
  expect(await numberOfHire()).toBe('M022');
  await hire({ employee_number: 'M1234567890' });
  expect(await numberOfHire()).toBe('M023');
  await expectRejected(() => hire({ employee_number: 'M023' }), { employee_number: ['Is already taken'] });
});

it('is given once to concurrent hires, also while the format changes', async () => {
  const [numbers] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => hire())),
    configure({ employee_number_format: 'M{000}' }),
    configure({ next_employee_number: 100 }),
  ]);
  expect(numbers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(numbers.map(({ body }) => body.employee_number)).size).toBe(8);
});

it('gives two hires at the same time two numbers', async () => {
  await configure({ next_employee_number: 500 });
  const answers = await Promise.all([hire(), hire()]);
  expect(answers.map(({ body }) => body.employee_number).sort()).toEqual(['E0500', 'E0501']);
});

it('belongs to one of two employees who are hired with it at the same time', async () => {
  const answers = await Promise.all([hire({ employee_number: 'A7' }), hire({ employee_number: 'A7' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  const rejected = answers.find(({ status }) => status === 422);
  expect(rejected?.body.details.fieldErrors).toEqual({ employee_number: ['Is already taken'] });
});

it('is not used up by a hire that fails', async () => {
  await expectRejected(() => hire({ manager_id: 999_999 }), { manager_id: ['Does not exist'] });
  expect(await numberOfHire()).toBe('E0002');
});

it('is followed by a rejection if no number is left', async () => {
  await executeOperational(
    service.platform,
    Prisma.sql`update employees set employee_number = 'E999999999' where org_id = ${owner.user.org_id} returning id`,
  );
  expect(await getNext()).toBe(999_999_999);
  await expectRejected(() => hire(), {
    employee_number: [
      'No number up to 999999999 is left in the format E{0000}; enter a number or change the format',
    ],
  });
  expect((await hire({ employee_number: 'Z1' })).status).toBe(201);
  expect((await configure({ employee_number_format: 'N{0}', next_employee_number: 1 })).status).toBe(200);
  expect(await numberOfHire()).toBe('N1');
});

it('is answered as a number that can be sent back when none is left, and begins again in another format', async () => {
  expect(await numberOfHire({ employee_number: 'E999999999' })).toBe('E999999999');
  const before = (await owner.call('GET', '/company-configuration')).body;
  expect(before.next_employee_number).toBe(999_999_999);
  const { next_employee_number, probation_days } = before;
  expect((await configure({ next_employee_number, probation_days })).status).toBe(200);
  expect((await hire()).status).toBe(422);
  expect((await configure({ employee_number_format: 'N{0}' })).body.next_employee_number).toBe(1);
  expect(await numberOfHire()).toBe('N1');
});
