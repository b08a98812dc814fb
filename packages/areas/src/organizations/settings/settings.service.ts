import { type Call, type Caller, invalidField } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import {
  computeSessionStage,
  findSessionStart,
  findUserForSession,
  isAddressWithin,
  limitSessions,
} from '../../auth/index.ts';
import { requireOwnId } from '../organizations.service.ts';
import {
  type Section,
  type SectionSettings,
  type SettingsPatch,
  sections,
  settingsRegistry,
  withDefaults,
  withoutDefaults,
} from './settings.registry.ts';
import {
  findSettings,
  findSettingsInTransaction,
  mergeSettings,
  type StoredSection,
} from './settings.store.ts';

type ById<Query = unknown, Body = unknown> = Call<{ id: number | 'current' }, Query, Body>;

export async function readSettings<S extends Section>(
  caller: Caller,
  section: S,
): Promise<SectionSettings<S>> {
  return selectSection(await findSettings(caller), section);
}

export async function readSettingsInTransaction<S extends Section>(
  tx: Transaction,
  caller: Caller,
  section: S,
): Promise<SectionSettings<S>> {
  return selectSection(await findSettingsInTransaction(tx, caller), section);
}

function selectSection<S extends Section>(stored: readonly StoredSection[], section: S): SectionSettings<S> {
  return withDefaults(section, stored.find((one) => one.section === section)?.values ?? {});
}

export async function getSettings({ caller, params, query }: ById<{ section?: Section | undefined }>) {
  requireOwnId(caller, params.id);
  return readShownSettings(caller, query.section ? [query.section] : sections);
}

async function readShownSettings(caller: Caller, which: readonly Section[]) {
  const stored = new Map((await findSettings(caller)).map(({ section, values }) => [section, values]));
  const settings = Object.fromEntries(
    which.map((section) => [section, withDefaults(section, stored.get(section) ?? {})]),
  );
  const set = which.flatMap((section) =>
    Object.keys(stored.get(section) ?? {})
      .filter((key) => key in settingsRegistry[section])
      .map((key) => `${section}.${key}`),
  );
  return { settings, set };
}

/**
 * Changes settings. A shorter maximum duration also applies to existing sessions. Without `confirm`, rejects a security
 * policy that would end or restrict the caller's own session.
 */
export async function patchSettings({ caller, params, body }: ById<unknown, SettingsPatch>) {
  requireOwnId(caller, params.id);
  const { confirm = false, ...patch } = body;
  const changed = sections.filter((section) => Object.keys(patch[section] ?? {}).length > 0);
  if (changed.length === 0) throw invalidField('settings', 'Must contain at least one setting');
  await writeInTransaction(caller, async (tx) => {
    for (const section of changed) {
      const values = withoutDefaults(section, patch[section] ?? {});
      const graceStart = section === 'security' ? await mfaGraceStart(caller, patch) : {};
      const stored = await writeSettings(tx, caller, section, values, graceStart);
      if (section !== 'security' || !stored) continue;
      if (!confirm) await rejectLockingOut(tx, caller, stored.values, values);
      await limitSessions(tx, caller, withDefaults('security', stored.values).session_hours);
    }
  });
  return readShownSettings(caller, sections);
}

/** Writes each setting with an event of its own. @returns the section after the last change; undefined without one */
async function writeSettings(
  tx: Transaction,
  caller: Caller,
  section: Section,
  values: object,
  graceStart: object,
): Promise<StoredSection | undefined> {
  let stored: StoredSection | undefined;
  for (const [key, value] of Object.entries(values)) {
    const one = { [key]: value, ...(key === 'require_mfa' ? graceStart : {}) };
    const [written] = await tx.write(mergeSettings(caller, section, one), {
      event: 'organization.setting_changed',
      action: 'change_setting',
    });
    stored = written ?? stored;
  }
  return stored;
}

/** The grace period starts when `require_mfa` changes, and later changes of other settings do not restart it. */
async function mfaGraceStart(caller: Caller, { security = {} }: SettingsPatch): Promise<object> {
  if (!('require_mfa' in security)) return {};
  const { require_mfa } = await readSettings(caller, 'security');
  const requested = security.require_mfa ?? 'none';
  if (requested === require_mfa) return {};
  return { mfa_required_since: requested === 'none' ? null : caller.platform.clock.now().toISOString() };
}

/** @throws AppError `invalid` if the policy would end or restrict the caller's own session */
async function rejectLockingOut(
  tx: Transaction,
  caller: Caller,
  stored: Record<string, unknown>,
  changed: object,
): Promise<void> {
  if (caller.credential.kind !== 'session' || caller.user_id === null) return;
  const reject = (key: string, problem: string) => {
    throw invalidField(`security.${key}`, `${problem}; set confirm to true to apply it`);
  };
  const { allowed_networks, session_hours } = withDefaults('security', stored);
  if (allowed_networks.length > 0 && !isAddressWithin(caller.origin.ip, allowed_networks)) {
    reject('allowed_networks', `Does not include your own address, ${caller.origin.ip}`);
  }
  const now = caller.platform.clock.now();
  const startedAt = await findSessionStart(tx, caller, caller.credential.id);
  if (
    session_hours !== null &&
    startedAt &&
    startedAt.getTime() + session_hours * 3_600_000 <= now.getTime()
  ) {
    reject('session_hours', 'Would end your own session');
  }
  if ('require_mfa' in changed || 'mfa_grace_days' in changed) {
    const person = await findUserForSession(caller.platform, caller.org_id, caller.user_id);
    const isFull = caller.stage === 'full';
    if (person && isFull && computeSessionStage({ ...person, policy: stored }, now) === 'mfa_setup')
      reject('require_mfa', 'Would restrict your own session until you set up a second factor');
  }
}
