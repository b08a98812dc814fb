import { areasOf, type Platform } from '@wfp/shared';
import { type Check, type CheckContext, maxViolations } from '@wfp/shared/db';
import { withLongReads } from '@wfp/shared/operational';
import { installationChecks } from './checks.store.ts';
import { findOrganizationBySlug, listOrganizationsAfter, type OrganizationSummary } from './lookup.store.ts';

/** What came of one check. */
export interface CheckResult {
  name: string;
  holds: string;
  repair: string;
  /** In words, with the organization they are in; {@link maxViolations} at most. */
  breaches: string[];
  /** There are more than are named. */
  has_more: boolean;
}

interface CheckScope {
  /** Names of checks; all of them when left out. */
  only?: readonly string[] | undefined;
  /** The slug of an organization; all of them, and the installation, when left out. */
  org?: string | undefined;
  progress?: (line: string) => void;
}

/** Every check that there is. */
export const listChecks = (platform: Platform): readonly Check[] => [
  ...areasOf(platform).flatMap((area) => area.checks ?? []),
  ...installationChecks,
];

const organizationsPerPage = 500;

/**
 * Looks whether the invariants of the tables hold, an organization and a check at a time, each on the snapshot of one
 * moment: the service may run meanwhile. Nothing is written, and no more is held in memory than the breaches named.
 */
export async function checkInvariants(platform: Platform, scope: CheckScope = {}): Promise<CheckResult[]> {
  const { only, org, progress = () => undefined } = scope;
  const wanted = listChecks(platform).filter((check) => only?.includes(check.name) ?? true);
  const found = new Map(wanted.map((check): [Check, string[]] => [check, []]));
  await withLongReads(platform, async (reads) => {
    const look = async (check: Check, { id, slug, status }: OrganizationSummary) => {
      const breaches = found.get(check) ?? [];
      if (breaches.length > maxViolations) return;
      const seen = await reads.inSnapshot((rows) => {
        const what: CheckContext = { platform, org_id: id, is_closed: status === 'closed', rows };
        return check.find(what);
      });
      breaches.push(...seen.map((says) => (slug === '' ? says : `${slug}: ${says}`)));
    };
    for (const check of wanted.filter((one) => one.scope === 'installation' && org === undefined)) {
      progress(check.name);
      await look(check, { id: 0, slug: '', status: '' });
    }
    for await (const organization of iterateOrganizations(platform, org)) {
      for (const check of wanted.filter((one) => one.scope === 'organization')) {
        progress(`${organization.slug}: ${check.name}`);
        await look(check, organization);
      }
    }
  });
  return [...found].map(([{ name, invariant, repair }, breaches]) => ({
    name,
    holds: invariant,
    repair,
    breaches: breaches.slice(0, maxViolations),
    has_more: breaches.length > maxViolations,
  }));
}

async function* iterateOrganizations(
  platform: Platform,
  slug: string | undefined,
): AsyncGenerator<OrganizationSummary> {
  if (slug !== undefined) {
    const one = await findOrganizationBySlug(platform, slug);
    if (one) yield one;
    return;
  }
  for (let after = 0; ; ) {
    const some = await listOrganizationsAfter(platform, after, organizationsPerPage);
    yield* some;
    const last = some.at(-1);
    if (!last) return;
    after = last.id;
  }
}
