import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let hr: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const linkBy = (by: Client, id: number, user_id: number) =>
  recordedBy(service, owner.user.org_id, () => by.call('POST', `/employees/${id}/link-user`, { user_id }));
/** Only the denied call is recorded. */
const refusal = { events: [], outbox: 0, audit: [{ before: null, after: null, event_id: null }] };
const statusOf = async (user_id: number) => (await people.get(`/users/${user_id}`)).status;
const runDueChanges = () => runDueChangesAt(service, owner.user.org_id, `${day(6)}T12:00:00Z`);

describe('linking a user to an employee', () => {
  it('whom an owner terminates later requires the authority to deactivate the user', async () => {
    const { id } = await people.hire();
    expect((await people.terminate(id, day(5))).body.change.state).toBe('scheduled');
    const admin = await service.newUser(owner, ['admin']);
    const { result, ...recorded } = await linkBy(hr, id, admin.user.id);
    expect([result.status, result.body.reason, recorded]).toMatchObject([403, 'authority', refusal]);
    expect(result.body.error).toContain('manages resources that you do not');
    const clerk = await service.newUser(owner, ['employee']);
    expect((await linkBy(hr, id, clerk.user.id)).result.status).toBe(200);
    await runDueChanges();
    expect([await statusOf(admin.user.id), await statusOf(clerk.user.id)]).toEqual(['active', 'deactivated']);
  });

  it('whom an owner rehires later requires the authority to reactivate a user who left', async () => {
    const { id } = await people.hire();
    await people.terminate(id, '2024-06-01');
    const rehired = await owner.call('POST', `/employees/${id}/rehire`, { hire_date: day(5) });
    expect(rehired.body.change.state).toBe('scheduled');
    const [auditor, clerk] = [await formerUser('auditor'), await formerUser('employee')];
    const { result, ...recorded } = await linkBy(hr, id, auditor);
    expect([result.status, result.body.reason, recorded]).toMatchObject([403, 'authority', refusal]);
    expect(result.body.error).toContain('would reactivate the user');
    expect((await linkBy(hr, id, clerk)).result.status).toBe(200);
    await runDueChanges();
    expect([await statusOf(auditor), await statusOf(clerk)]).toEqual(['deactivated', 'active']);
  });
});

/** A user whom a termination deactivated, and whose employee record was deleted since. */
async function formerUser(role: string): Promise<number> {
  const { user } = await service.newUser(owner, [role]);
  const { id } = await people.hire({ user_id: user.id });
  await people.terminate(id, '2024-06-01');
  expect((await owner.call('DELETE', `/employees/${id}`)).status).toBe(204);
  expect(await statusOf(user.id)).toBe('deactivated');
  return user.id;
}
