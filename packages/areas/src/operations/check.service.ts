import { areasOf, type Platform } from '@wfp/shared';
import { type Check, type Look, mostBreaches } from '@wfp/shared/db';
import { withLongReads } from '@wfp/shared/operational';
import { installationChecks } from './checks.store.ts';
import { findOrganization, type NamedOrganization, organizationsAfter } from './people.store.ts';

/** What came of one check. */
export interface Checked {
  name: string;
  holds: string;
  repair: string;
  /** In words, with the organization they are in; {@link mostBreaches} at most. */
  breaches: string[];
  /** There are more than are named. */
  has_more: boolean;
}

interface Scope {
  /** Names of checks; all of them when left out. */
  only?: readonly string[] | undefined;
  /** The slug of an organization; all of them, and the installation, when left out. */
  org?: string | undefined;
  progress?: (line: string) => void;
}

/** Every check that there is. */
export const checksOf = (platform: Platform): readonly Check[] => [
  ...areasOf(platform).flatMap((area) => area.checks ?? []),
  ...installationChecks,
];

const organizationsAtOnce = 500;

/**
 * Looks whether the invariants of the tables hold, an organization and a check at a time, each on the snapshot of one
 * moment: the service may run meanwhile. Nothing is written, and no more is held in memory than the breaches named.
 */
export async function checkInvariants(platform: Platform, scope: Scope = {}): Promise<Checked[]> {
  const { only, org, progress = () => undefined } = scope;
  const wanted = checksOf(platform).filter((check) => only?.includes(check.name) ?? true);
  const found = new Map(wanted.map((check): [Check, string[]] => [check, []]));
  await withLongReads(platform, async (reads) => {
    const look = async (check: Check, { id, slug, status }: NamedOrganization) => {
      const breaches = found.get(check) ?? [];
      if (breaches.length > mostBreaches) return;
      const seen = await reads.at((rows) => {
        const what: Look = { platform, org_id: id, is_closed: status === 'closed', rows };
        return check.find(what);
      });
      breaches.push(...seen.map((says) => (slug === '' ? says : `${slug}: ${says}`)));
    };
    for (const check of wanted.filter((one) => one.of === 'installation' && org === undefined)) {
      progress(check.name);
      await look(check, { id: 0, slug: '', status: '' });
    }
    for await (const organization of organizations(platform, org)) {
      for (const check of wanted.filter((one) => one.of === 'organization')) {
        progress(`${organization.slug}: ${check.name}`);
        await look(check, organization);
      }
    }
  });
  return [...found].map(([{ name, holds, repair }, breaches]) => ({
    name,
    holds,
    repair,
    breaches: breaches.slice(0, mostBreaches),
    has_more: breaches.length > mostBreaches,
  }));
}

async function* organizations(
  platform: Platform,
  slug: string | undefined,
): AsyncGenerator<NamedOrganization> {
  if (slug !== undefined) {
    const one = await findOrganization(platform, slug);
    if (one) yield one;
    return;
  }
  for (let after = 0; ; ) {
    const some = await organizationsAfter(platform, after, organizationsAtOnce);
    yield* some;
    const last = some.at(-1);
    if (!last) return;
    after = last.id;
  }
}
