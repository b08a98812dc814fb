import { randomBytes } from 'node:crypto';
import { table } from './measurements/report.ts';
import { criticalDistance, largestDistance, percentile, shuffled } from './measurements/statistics.ts';
import { post } from './organizations.ts';
import type { Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';

const password = 'a perfectly fine password';
const defaultSamples = 300;
/** For all comparisons of a table together. */
const significance = 0.01;
const quantiles = [0.1, 0.25, 0.5, 0.75, 0.9];

interface Case {
  name: string;
  body: object;
}

/**
 * Tests whether response times reveal accounts: requests for accounts of all kinds, in random order, so that disturbances of
 * the machine affect all of them. Compares the distribution of each kind with that of the first one.
 */
export const signIn: Scenario = async ({ services, isSmoke, rows }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const accounts = await createAccounts(service);
  const samples = isSmoke ? 3 : (rows ?? defaultSamples);
  const wrong = accounts.map(({ name, body }) => ({ name, body: { ...body, password: 'not the password' } }));
  return [
    await compare(service, { route: '/auth/login', status: 401, cases: wrong, samples }),
    await compare(service, { route: '/auth/password-reset', status: 202, cases: accounts, samples }),
  ].join('\n\n');
};

async function createAccounts(service: Installation): Promise<Case[]> {
  const org_slug = `bench-${randomBytes(6).toString('hex')}`;
  const email = 'owner@example.test';
  const owner = await signUpOwner(service, org_slug, email);
  const invite = (address: string) =>
    post(service, '/users', { email: address, first_name: 'Ina', last_name: 'Invited' }, owner);
  await invite('invited@example.test');
  await invite('deactivated@example.test');
  // The organization is not verified, so it may only invite: the status is set directly.
  await service.database.query(
    `update users set status = 'deactivated' where email = 'deactivated@example.test'`,
  );
  const slugIn = async (status: 'closed' | 'suspended') => {
    const slug = `${org_slug}-${status}`;
    await signUpOwner(service, slug, email);
    await service.database.query(
      `update organizations set status = $2::organization_status where slug = $1`,
      [slug, status],
    );
    return slug;
  };
  return [
    { name: 'account', body: { org_slug, email } },
    { name: 'no such address', body: { org_slug, email: 'unknown@example.test' } },
    { name: 'no such organization', body: { org_slug: 'no-such-organization', email } },
    { name: 'deactivated', body: { org_slug, email: 'deactivated@example.test' } },
    { name: 'invited, without a password', body: { org_slug, email: 'invited@example.test' } },
    { name: 'closed organization', body: { org_slug: await slugIn('closed'), email } },
    { name: 'suspended organization', body: { org_slug: await slugIn('suspended'), email } },
  ];
}

async function signUpOwner(
  service: Installation,
  org_slug: string,
  email: string,
): Promise<Record<string, string>> {
  const names = { org_name: 'Bench', first_name: 'Olga', last_name: 'Owner' };
  const login = await post(service, '/public/signup', { ...names, org_slug, email, password });
  return { authorization: `Bearer ${(login as { access_token: string }).access_token}` };
}

interface Comparison {
  route: string;
  status: number;
  cases: readonly Case[];
  samples: number;
}

async function compare(
  service: Installation,
  { route, status, cases, samples }: Comparison,
): Promise<string> {
  const times = new Map(cases.map(({ name }) => [name, [] as number[]]));
  for (let done = 0; done < samples; done += 1) {
    for (const { name, body } of shuffled(cases)) {
      const ms = await timeRequest(service, route, status, body);
      // The first requests of a process are slower.
      if (done > 0 || samples < 10) times.get(name)?.push(ms);
    }
    if (done % 50 === 49) console.error(`${route}: ${done + 1} of ${samples} samples`);
  }
  const [first = []] = times.values();
  const compared = cases.length - 1;
  const header = [`${route}, ms`, ...quantiles.map((one) => `p${one * 100}`), 'distance', 'critical', ''];
  const lines = [...times].map(([name, of]) => {
    const distance = largestDistance(first, of);
    const critical = criticalDistance(first.length, of.length, significance / compared);
    const verdict = of === first ? 'compared with' : distance > critical ? 'differs' : 'not distinguishable';
    const values = [...quantiles.map((one) => percentile(of, one)), distance, critical];
    return [name, ...values.map((one) => one.toFixed(2)), verdict];
  });
  return table([header, ...lines]);
}

async function timeRequest({ url }: Installation, route: string, status: number, body: object) {
  const begun = performance.now();
  const answer = await fetch(`${url}/api${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
  const ms = performance.now() - begun;
  if (answer.status !== status) throw new Error(`POST ${route} answered ${answer.status}`);
  return ms;
}
