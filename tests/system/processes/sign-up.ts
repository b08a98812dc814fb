import { createClient, type Client as PlatformClient } from '@wfp/client';
import { type Client, createTestClient } from '@wfp/testing';
import type pg from 'pg';
import type { Pod } from './processes.ts';

/** Creates an organization at a pod and returns a test client of its owner. */
export async function signUpAt({ url }: Pick<Pod, 'url'>, slug: string): Promise<Client> {
  const response = await fetch(`${url}/api/public/signup`, {
    method: 'POST',
    body: JSON.stringify({
      org_name: slug,
      org_slug: slug,
      email: 'owner@example.test',
      password: 'a perfectly fine password',
      first_name: 'Olga',
      last_name: 'Owner',
    }),
  });
  return createTestClient(url, (await response.json()) as Parameters<typeof createTestClient>[1]);
}

/** Verifies the organizations of clients, without their mail: unverified ones can have few webhooks. */
export async function verifyOrganizations(database: pg.Pool, owners: readonly Client[]): Promise<void> {
  await database.query("update organizations set status = 'active', verified_at = now() where id = any($1)", [
    owners.map(({ user }) => user.org_id),
  ]);
}

/** Returns the client library for a signed-in user at a pod. */
export function apiClientAt({ url }: Pick<Pod, 'url'>, { token }: Client, attempts = 4): PlatformClient {
  return createClient({ baseUrl: url, tokens: { access_token: token }, retry: { attempts } });
}
