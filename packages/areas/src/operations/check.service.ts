import { areasOf, type Platform } from '@wfp/shared';
import { type Check, type CheckContext, maxViolations } from '@wfp/shared/db';
import { withLongReads } from '@wfp/shared/operational';
import { installationChecks } from './checks.store.ts';
import { findOrganizationBySlug, listOrganizationsAfter, type OrganizationSummary } from './lookup.store.ts';

export interface CheckResult {
  name: string;
  holds: string;
  repair: string;
  /** Messages, at most {@link maxViolations}. Those of an organization begin with its slug. */
  breaches: string[];
  /** True if there are more breaches than listed. */
  has_more: boolean;
}

interface CheckScope {
  /** Names of checks. Default: all. */
  only?: readonly string[] | undefined;
  /** Slug of an organization. Default: all organizations and the installation. */
  org?: string | undefined;
  progress?: (line: string) => void;
}

export const listChecks = (platform: Platform): readonly Check[] => [
  ...areasOf(platform).flatMap((area) => area.checks ?? []),
  ...installationChecks,
];

const organizationsPerPage = 500;

/**
 * Runs checks one by one, organization by organization, each in its own read-only snapshot, so the service can keep
 * running. Memory use is limited to the reported breaches.
 */
export async function checkInvariants(platform: Platform, scope: CheckScope = {}): Promise<CheckResult[]> {
  const { only, org, progress = () => undefined } = scope;
  const selected = listChecks(platform).filter((check) => only?.includes(check.name) ?? true);
  const found = new Map(selected.map((check): [Check, string[]] => [check, []]));
  await withLongReads(platform, async (reads) => {
    const runCheck = async (check: Check, { id, slug, status }: OrganizationSummary) => {
      const breaches = found.get(check) ?? [];
      if (breaches.length > maxViolations) return;
      const messages = await reads.inSnapshot((rows) => {
        const context: CheckContext = { platform, org_id: id, is_closed: status === 'closed', rows };
        return check.find(context);
      });
      breaches.push(...messages.map((one) => (slug === '' ? one : `${slug}: ${one}`)));
    };
    for (const check of selected.filter((one) => one.scope === 'installation' && org === undefined)) {
      progress(check.name);
      await runCheck(check, { id: 0, slug: '', status: '' });
    }
    for await (const organization of iterateOrganizations(platform, org)) {
      for (const check of selected.filter((one) => one.scope === 'organization')) {
        progress(`${organization.slug}: ${check.name}`);
        await runCheck(check, organization);
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
