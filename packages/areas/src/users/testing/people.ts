import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, type TestService, testPassword } from '@wfp/testing';
import { type Recorded, recordedBy } from '@wfp/testing/recorded.ts';

const { sql } = Prisma;

let counter = 0;

/** Somebody who is not in the organization yet. */
export function person(changes: object = {}) {
  counter += 1;
  return {
    email: `person${counter}@example.test`,
    first_name: 'Pia',
    last_name: `Person ${counter}`,
    ...changes,
  };
}

/** Records what some work leaves in the books of a client's organization. */
export const recording =
  (service: TestService, by: Client) =>
  <Result>(work: () => Promise<Result>): Promise<Recorded<Result>> =>
    recordedBy(service, by.user.org_id, work);

export async function roleId(by: Client, code: string): Promise<number> {
  const { body } = await by.call('GET', '/roles?limit=100');
  return body.data.find((role: { code: string }) => role.code === code).id;
}

/** Signs in anew with the password that users of tests have. */
export async function signIn(service: TestService, by: Client, email: string, password = testPassword) {
  const me = await by.call('GET', '/users/me');
  return service.call('POST', '/auth/login', { email, password, org_slug: me.body.org_slug });
}

export async function newApiKey(service: TestService, by: Client, url = service.url): Promise<Client> {
  const { body } = await by.call('POST', '/api-keys', { name: 'Key' });
  return createTestClient(url, { access_token: body.key, user: by.user });
}

/** The fields that an answer calls wrong. */
export const statusAndErrors = (answer: { status: number; body: any }): [number, unknown] => [
  answer.status,
  answer.body?.details?.fieldErrors ?? answer.body,
];

/** The token in the newest message of a kind to an address. */
export async function tokenFor(service: TestService, to: string, kind: string): Promise<string> {
  const mail = (await service.mails(to)).findLast((one) => one.kind === kind);
  const [, token] = mail?.text.match(/^([\w-]{43})$/m) ?? [];
  if (!token) throw new Error(`No ${kind} with a token was sent to ${to}`);
  return token;
}

/** Puts an organization into a status that only time or signup brings. */
export async function setOrganizationStatus(service: TestService, by: Client, status: string): Promise<void> {
  await executeOperational(
    service.platform,
    sql`update organizations set status = ${status}::organization_status where id = ${by.user.org_id} returning id`,
  );
}
