import pg from 'pg';
import { findUnlimitedTables } from './statement-plan.ts';

/** Statements that may read more than one organization, with the reason. */
const reviewed: [statement: RegExp, why: string][] = [
  [/o\.slug = \$\d+ and u\.email = \$/, 'sign-in: the organization is given by its slug'],
  [/from refresh_tokens t.+t\.token_hash = \$/s, 'a refresh token: 256 random bits identify the user'],
  [/from user_tokens t.+t\.token_hash = \$/s, 'a token from a mail: 256 random bits identify the user'],
  [
    /update mfa_challenges c set.+c\.token_hash = \$/s,
    'the second step of a sign-in: 256 random bits identify the user',
  ],
  [/k\.key_hash = decode\(wanted\.hash, 'hex'\)/, 'an API key: 256 random bits identify the user'],
  [/^select org_id, kind, content_enc from mails/, 'a statement of the tests, to read mails'],
  [
    /^select e\.id::float8 as id, e\.org_id.+ from events e where e\.id = any\(\$1::int8\[\]\)$/s,
    'a statement of the tests, to read events',
  ],
];

/** Records the texts of all statements that this process sends to PostgreSQL, except by clients of the test itself. */
export function recordStatements(isOfTest: (client: pg.Client) => boolean) {
  const texts = new Set<string>();
  const { query } = pg.Client.prototype;
  // Every statement of the service is sent by this method, whichever library builds it.
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config] = given as [string | { text?: string }];
    const text = typeof config === 'string' ? config : config?.text;
    if (text && !isOfTest(this)) texts.add(text);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  const stop = () => {
    pg.Client.prototype.query = query;
  };
  return { texts, stop };
}

const isAboutRows = (text: string) =>
  /^\s*(?:\/\*.*?\*\/\s*)*\(*(?:select|with|insert|update|delete|merge|values)\b/is.test(text);

export const aboutRows = (texts: ReadonlySet<string>): string[] => [...texts].filter(isAboutRows);

/** Returns statements that read or change rows of more than one organization and are not in the reviewed list. */
export async function findUnlimitedStatements(
  database: pg.Client,
  texts: readonly string[],
): Promise<string[]> {
  const beyond: string[] = [];
  for (const text of texts) {
    const tables = await findUnlimitedTables(database, text);
    if (tables.length > 0 && !reviewed.some(([pattern]) => pattern.test(text)))
      beyond.push(`${tables.join(', ')}: ${text.replace(/\s+/g, ' ').slice(0, 400)}`);
  }
  return beyond;
}

/** Returns the reviewed statements that do not occur in `texts`. */
export const findMissingReviewed = (texts: readonly string[]): string[] =>
  reviewed
    .filter(([pattern]) => !texts.some((text) => pattern.test(text)))
    .map(([pattern]) => String(pattern));
