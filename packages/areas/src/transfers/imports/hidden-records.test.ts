import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCsv } from '../testing/transfers.ts';

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
});

let rolesMade = 0;
/** A user who may import, with more permissions, such as `employee:manage@team`. */
async function importer(...more: string[]): Promise<Client> {
  rolesMade += 1;
  const code = `imports_${rolesMade}`;
  const files = ['file:create@own', 'file:update@own', 'file:read@own', 'import:read@own'];
  const permissions = [...files, ...more].map((one) => {
    const [permission, scope = 'org'] = one.split('@');
    return { permission, scopes: [scope] };
  });
  const { status, body } = await owner.call('POST', '/roles', { code, name: code, permissions });
  expect(status, JSON.stringify(body)).toBe(201);
  return service.newUser(owner, [code]);
}

/** The errors of the rows of an import that writes nothing, as texts. */
async function errorsOf(by: Client, path: string, csv: string): Promise<string[]> {
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    importCsv(service, by, path, csv),
  );
  expect(result.status).toBe('failed');
  expect(events.filter((event) => !/^(file|import|user\.post_update|auth)/.test(event))).toEqual([]);
  expect(result.error).toBe('Some rows are invalid; nothing was imported');
  return result.result.errors.map((one: any) => `${one.row} ${one.field}: ${one.message}`);
}

const csvOf = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('an import by a user with a narrow scope', () => {
  it('creates no user without user:create for the whole organization', async () => {
    const by = await importer('user:manage@own');
    expect(
      (await by.call('POST', '/users', { email: 'a@b.test', first_name: 'A', last_name: 'B' })).status,
    ).toBe(403);
    const header = 'email,first_name,last_name';
    const lines = csvOf(header, 'eve@new.test,Eve,Il', `${owner.user.email},Olga,Owner`);
    const message = 'email: Requires user:create for the whole organization';
    expect(await errorsOf(by, '/users/import', lines)).toEqual([`2 ${message}`, `3 ${message}`]);
    expect(await service.mails('eve@new.test')).toEqual([]);
  });

  it('reports the same about a hidden user as a single request', async () => {
    const by = await importer('user:create', 'user:manage@own');
    const { user } = await service.newUser(owner, []);
    const single = await by.call('POST', '/users', { email: user.email, first_name: 'A', last_name: 'B' });
    expect(single.body.details.fieldErrors).toEqual({ email: ['Is already taken'] });
    const lines = csvOf('email,first_name,last_name', `${user.email},A,B`);
    expect(await errorsOf(by, '/users/import', lines)).toEqual(['2 email: Is already taken']);
  });

  it('does not reveal fields of a hidden employee', async () => {
    const by = await importer('employee:manage@team', 'team:read');
    const team = async (name: string) =>
      (await owner.call('POST', '/teams', { name, kind: 'department' })).body;
    const [mine, other] = [await team('Mine'), await team('Other')];
    const hire = (more: object) =>
      owner.call('POST', '/employees', {
        ...{ first_name: 'Secret', last_name: 'Person', hire_date: '2023-05-17', ...more },
      });
    expect((await hire({ user_id: by.user.id, team_id: mine.id })).status).toBe(201);
    const { body: hidden } = await hire({ team_id: other.id, employment_type: 'part_time' });
    expect((await by.call('GET', `/employees/${hidden.id}`)).status).toBe(404);
    const header = 'employee_number,first_name,last_name,hire_date,team';
    const guesses = [
      'Wrong,Person,2023-05-17,',
      'Secret,Person,2023-05-18,',
      `Secret,Person,2023-05-17,${mine.slug}`,
      `Secret,Person,2023-05-17,${other.slug}`,
    ];
    const errors = [];
    for (const guess of guesses)
      errors.push(
        await errorsOf(by, '/employees/import', csvOf(header, `${hidden.employee_number},${guess}`)),
      );
    expect(errors).toEqual(guesses.map(() => ['2 employee_number: Is already taken']));
  });

  it('names the row of a hidden label', async () => {
    const by = await importer('task_label:manage@own');
    expect((await owner.call('POST', '/task-labels', { name: 'Theirs' })).status).toBe(201);
    expect(await errorsOf(by, '/task-labels/import', csvOf('name,color', 'Theirs,#333333'))).toEqual([
      '2 name: Is already taken',
    ]);
  });
});
