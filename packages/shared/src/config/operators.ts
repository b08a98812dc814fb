import { commaSeparated } from './comma-separated.ts';

/** `viewer` can only look at the queues, `operator` can also change them. */
export type OperatorRole = 'operator' | 'viewer';

/** A person who runs the service. Belongs to no organization. */
export interface Operator {
  name: string;
  role: OperatorRole;
  /** `scrypt.N.r.p.salt.key`, the last two in base64url: without characters that shells or Compose interpret. */
  hash: string;
}

/** Name and role, `ada:operator`. A name that begins with `-` would be an option of a command. */
const account = /[a-z0-9._][a-z0-9._-]{0,49}:(?:operator|viewer)/.source;
const shape = new RegExp(`^${account}:scrypt\\.\\d+\\.\\d+\\.\\d+\\.[\\w-]{22,}\\.[\\w-]{43,}$`);

/** True if an entry of `OPERATORS` can have this name and role. */
export const isOperatorAccount = (name: string, role: string): boolean =>
  new RegExp(`^${account}$`).test(`${name}:${role}`);

export const operators = commaSeparated
  .refine(
    (all) => all.every((one) => shape.test(one)),
    'Must be entries that apps/worker/src/make-operator.ts has printed (name:role:hash), separated by commas',
  )
  .transform((all) => all.map(parse))
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'Must not contain a name twice');

function parse(entry: string): Operator {
  const [name = '', role, hash = ''] = entry.split(':');
  return { name, role: role === 'operator' ? 'operator' : 'viewer', hash };
}
