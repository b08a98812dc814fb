import { type Client, createCaller, createTestClient } from './client.ts';

export const testPassword = 'a perfectly fine password';
let counter = 0;

/** A different client address for each call, because of rate limits by address. */
const uniqueClientAddress = () => ({ 'x-forwarded-for': `2001:db8:ffff:${counter.toString(16)}::1` });

interface Organization {
  slug: string;
  /** Ids of built-in roles by code. They never change. */
  roles: Map<string, number>;
}

/** Creates organizations and users through the API. */
export class Accounts {
  readonly #url: string;
  readonly #organizations = new Map<number, Organization>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Signs up an organization. */
  async signUp(name?: string): Promise<Client> {
    counter += 1;
    const slug = `org-${counter}-${process.pid}`;
    const organization = {
      org_name: name ?? `Organization ${counter}`,
      org_slug: slug,
      email: `owner${counter}@example.test`,
      password: testPassword,
      first_name: 'Olga',
      last_name: 'Owner',
    };
    const { status, body } = await this.#post('/public/signup', organization);
    if (status !== 201) throw new Error(`Signup failed with ${status}: ${JSON.stringify(body)}`);
    this.#organizations.set(body.user.org_id, { slug, roles: new Map() });
    return createTestClient(this.#url, body);
  }

  /** Adds a user with roles to the client's organization and signs in. */
  async addUser(by: Client, roles: string[]): Promise<Client> {
    counter += 1;
    const email = `user${counter}@example.test`;
    const organization = await this.#organizationOf(by);
    const role_ids = await this.#roleIds(by, organization, roles);
    const name = { first_name: 'Uma', last_name: `User ${counter}` };
    const created = await by.call('POST', '/users', { ...name, email, password: testPassword, role_ids });
    if (created.status !== 201)
      throw new Error(`Creating a user failed with ${created.status}: ${JSON.stringify(created.body)}`);
    const credentials = { email, password: testPassword, org_slug: organization.slug };
    return createTestClient(this.#url, (await this.#post('/auth/login', credentials)).body);
  }

  #post(path: string, body: object) {
    return createCaller(this.#url, null)('POST', path, body, uniqueClientAddress());
  }

  async #organizationOf(by: Client): Promise<Organization> {
    const known = this.#organizations.get(by.user.org_id);
    if (known) return known;
    const me = await by.call('GET', '/users/me');
    const organization = { slug: me.body.org_slug, roles: new Map() };
    this.#organizations.set(by.user.org_id, organization);
    return organization;
  }

  async #roleIds(by: Client, { roles }: Organization, codes: string[]): Promise<number[]> {
    if (codes.every((code) => roles.has(code))) return codes.map((code) => Number(roles.get(code)));
    const { data } = (await by.call('GET', '/roles?limit=100')).body;
    for (const { code, id, is_builtin } of data) if (is_builtin) roles.set(code, id);
    return codes.map((code) => {
      const role = data.find((one: { code: string }) => one.code === code);
      if (!role) throw new Error(`Role ${code} does not exist`);
      return role.id;
    });
  }
}
