import { randomBytes } from 'node:crypto';
import { table } from './measurements/report.ts';
import { median } from './measurements/statistics.ts';
import { post } from './organizations.ts';
import type { Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';

const password = 'a perfectly fine password';

/**
 * Tests whether response times reveal accounts: the same request for an existing account, an unknown address and an
 * unknown organization, in turns, so that disturbances of the machine affect all of them.
 */
export const signIn: Scenario = async ({ services, options, isSmoke }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const accounts = await accountsOf(service);
  const calls: [string, object][] = [
    ['/auth/login', { password: 'not the password' }],
    ['/auth/password-reset', {}],
  ];
  const rows: string[][] = [['', 'account', 'no such address', 'no such organization', 'slowest ÷ fastest']];
  for (const [route, more] of calls) {
    const medians = await mediansOf(service, route, accounts, more, isSmoke ? 3 : 30 * options.rounds);
    const ratio = Math.max(...medians) / Math.min(...medians);
    rows.push([`${route}, median ms`, ...medians.map((ms) => ms.toFixed(2)), ratio.toFixed(2)]);
  }
  return table(rows);
};

async function accountsOf(service: Installation): Promise<object[]> {
  const org_slug = `bench-${randomBytes(6).toString('hex')}`;
  const email = 'owner@example.test';
  const names = { org_name: 'Bench', first_name: 'Olga', last_name: 'Owner' };
  await post(service, '/public/signup', { ...names, org_slug, email, password });
  return [
    { org_slug, email },
    { org_slug, email: 'unknown@example.test' },
    { org_slug: 'no-such-organization', email },
  ];
}

async function mediansOf(
  { url }: Installation,
  route: string,
  accounts: readonly object[],
  more: object,
  rounds: number,
): Promise<number[]> {
  const times = accounts.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < accounts.length; turn += 1) {
      // The order rotates each round, so that none always follows the one that leaves work behind.
      const index = (turn + round) % accounts.length;
      const begun = performance.now();
      const answer = await fetch(`${url}/api${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...accounts[index], ...more }),
      });
      await answer.text();
      times[index]?.push(performance.now() - begun);
    }
  }
  return times.map(median);
}
