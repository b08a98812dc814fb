import { areasOf, type Platform } from '@wfp/shared';
import { type Check, type CheckContext, maxViolations } from '@wfp/shared/db';
import { withLongReads } from '@wfp/shared/operational';
import { installationChecks } from './checks.store.ts';
import { findOrganizationBySlug, listOrganizationsAfter, type OrganizationSummary } from './lookup.store.ts';

export interface CheckResult {
  name: string;
  invariant: string;
  repair: string;
  /** Messages, at most {@link maxViolations}. Those of an organization begin with its slug. */
  violations: string[];
  /** True if there are more violations than listed. */
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
 * running. Memory use is limited to the reported violations.
 */
export async function checkInvariants(platform: Platform, scope: CheckScope = {}): Promise<CheckResult[]> {
  const { only, org, progress = () => undefined } = scope;
  const selected = listChecks(platform).filter((check) => only?.includes(check.name) ?? true);
  const found = new Map(selected.map((check): [Check, string[]] => [check, []]));
  await withLongReads(platform, async (reads) => {
    const runCheck = async (
      check: Check,
      { id, slug, status }: Pick<OrganizationSummary, 'id' | 'slug' | 'status'>,
    ) => {
      const violations = found.get(check) ?? [];
      if (violations.length > maxViolations) return;
      const messages = await reads.inSnapshot((rows) => {
        const context: CheckContext = { platform, org_id: id, is_closed: status === 'closed', rows };
        return check.find(context);
      });
      violations.push(...messages.map((one) => (slug === '' ? one : `${slug}: ${one}`)));
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
  return [...found].map(([{ name, invariant, repair }, violations]) => ({
    name,
    invariant,
    repair,
    violations: violations.slice(0, maxViolations),
    has_more: violations.length > maxViolations,
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
