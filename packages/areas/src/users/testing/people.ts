import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, type TestService, testPassword } from '@wfp/testing';
import { type Recorded, recordedBy } from '@wfp/testing/recorded.ts';

const { sql } = Prisma;

let counter = 0;

/** A request body for a new user. */
export function person(changes: object = {}) {
  counter += 1;
  return {
    email: `person${counter}@example.test`,
    first_name: 'Pia',
    last_name: `Person ${counter}`,
    ...changes,
  };
}

/** Records the events and audit entries that `work` creates in the organization of a client. */
export const recording =
  (service: TestService, by: Client) =>
  <Result>(work: () => Promise<Result>): Promise<Recorded<Result>> =>
    recordedBy(service, by.user.org_id, work);

export async function roleId(by: Client, code: string): Promise<number> {
  const { body } = await by.call('GET', '/roles?limit=100');
  return body.data.find((role: { code: string }) => role.code === code).id;
}

/** Signs in with the password of test users. */
export async function signIn(service: TestService, by: Client, email: string, password = testPassword) {
  const me = await by.call('GET', '/users/me');
  return service.call('POST', '/auth/login', { email, password, org_slug: me.body.org_slug });
}

export async function newApiKey(service: TestService, by: Client, url = service.url): Promise<Client> {
  const { body } = await by.call('POST', '/api-keys', { name: 'Key' });
  return createTestClient(url, { access_token: body.key, user: by.user });
}

/** The status of a response, and its field errors or, without any, its body. */
export const statusAndErrors = (answer: { status: number; body: any }): [number, unknown] => [
  answer.status,
  answer.body?.details?.fieldErrors ?? answer.body,
];

/** Returns the token in the latest message of a kind to an address. */
export async function tokenFor(service: TestService, to: string, kind: string): Promise<string> {
  const mail = (await service.mails(to)).findLast((one) => one.kind === kind);
  const [, token] = mail?.text.match(/^([\w-]{43})$/m) ?? [];
  if (!token) throw new Error(`No ${kind} with a token was sent to ${to}`);
  return token;
}

export async function setOrganizationStatus(service: TestService, by: Client, status: string): Promise<void> {
  await executeOperational(
    service.platform,
    sql`update organizations set status = ${status}::organization_status where id = ${by.user.org_id} returning id`,
  );
}
