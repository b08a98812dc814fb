import { type Client, clientOf } from '@wfp/api/testing';
import type { Pod } from './processes.ts';

/** The owner of a new organization, who speaks to the pod it was made at. */
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
  return clientOf(url, (await response.json()) as Parameters<typeof clientOf>[1]);
}
