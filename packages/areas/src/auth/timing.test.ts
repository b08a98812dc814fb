import { type Client, startService, type TestService, testPassword } from '@wfp/api/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_slug: string;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => service.stop());

const accounts = () => [
  { org_slug, email: owner.user.email },
  { org_slug, email: 'nobody@example.test' },
  { org_slug: 'no-such-organization', email: owner.user.email },
];

const middle = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** The medians of many calls for each account, made in turns: what the machine does meanwhile meets them all. */
async function medians(path: string, rounds: number, more: object): Promise<number[]> {
  const times = accounts().map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < times.length; turn += 1) {
      // Another first each round, so that none always follows the one that leaves work behind.
      const index = (round % 2 ? times.length - 1 - turn + round : turn + round) % times.length;
      const begun = performance.now();
      await service.call('POST', path, { ...accounts()[index], ...more });
      times[index]?.push(performance.now() - begun);
    }
  }
  return times.map(middle);
}

/** The fastest and the slowest median differ by at most a share, or by less than can be told over a network. */
function areAlike(all: readonly number[], unheardMs: number): boolean {
  const [fastest, slowest] = [Math.min(...all), Math.max(...all)];
  return slowest - fastest <= Math.max(fastest * 0.15, unheardMs);
}

it.each([
  // A hash takes tens of milliseconds: without it an unknown account would show at once.
  { path: '/auth/login', more: { password: `${testPassword}x` }, rounds: 25, unheardMs: 0 },
  { path: '/auth/password-reset', more: {}, rounds: 60, unheardMs: 2 },
])(
  '$path takes the same time for an account, an unknown address and an unknown organization',
  async ({ path, more, rounds, unheardMs }) => {
    await medians(path, 3, more);
    // A busy machine may spoil a measurement; what differs by design differs each time.
    const measured: number[][] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const all = await medians(path, rounds, more);
      measured.push(all);
      if (areAlike(all, unheardMs)) return;
    }
    expect(measured).toBe('alike');
  },
  120_000,
);
