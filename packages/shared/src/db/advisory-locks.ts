/**
 * Every advisory lock of the service, declared once. Only SQL functions of migrations also call PostgreSQL's lock
 * functions, with the key of `partitions`. A new lock gets any unused key. Keys never change, because the previous
 * release still runs during a deployment.
 *
 * | scope        | locks                                                                             |
 * | ------------ | --------------------------------------------------------------------------------- |
 * | organization | an organization                                                                   |
 * | record       | a record by its id, which is unique within its table across organizations         |
 * | request      | a text, whose hash is the key                                                     |
 * | shard        | a shard of the relay                                                              |
 * | session      | a session of PostgreSQL, by its process id                                        |
 * | installation | the whole database                                                                |
 *
 * Each organization lock has a second key, {@link longWorkKey}: long work, such as an import, holds that
 * lock exclusively as well, and requests take it shared without waiting. See `lockOrganization`.
 */
const locks = {
  /** Roles and grants: each change sees the result of the one before it. */
  access: { scope: 'organization', key: 0x77666163 },
  /** The active core values, of which at least one is left while kudos require one. */
  active_core_values: { scope: 'organization', key: 0x77666376 },
  /** The number of published and scheduled announcements. */
  announcement_count: { scope: 'organization', key: 0x7766616e },
  /** Hires, moves and terminations, with numbers and reporting lines. */
  employee_timelines: { scope: 'organization', key: 0x7766656d },
  /** The number of unfinished imports. */
  import_count: { scope: 'organization', key: 0x7766696d },
  /** Codes made from the names of initiatives. */
  initiative_codes: { scope: 'organization', key: 0x77666963 },
  /** Held shared by transactions for which long work gives way. */
  interruption: { scope: 'organization', key: 0x77666974 },
  /** The items of the menu: their number, their parents and their badges. */
  navigation: { scope: 'organization', key: 0x77666e76 },
  /** The number of live prompt templates. */
  prompt_template_count: { scope: 'organization', key: 0x70727074 },
  /** Positions of rows of declared resources. */
  row_order: { scope: 'organization', key: 0x77666f72 },
  /** Parents of rows of declared resources. */
  row_tree: { scope: 'organization', key: 0x77667274 },
  /** Relations of the kind `blocks`, which must not form a cycle. */
  task_order_blocks: { scope: 'organization', key: 0x77667462 },
  /** Relations of the kind `precedes`, which must not form a cycle. */
  task_order_precedes: { scope: 'organization', key: 0x77667470 },
  /** The number of reminders of a task. */
  task_reminders: { scope: 'record', key: 0x7766726e },
  /** The parents of tasks. */
  task_tree: { scope: 'organization', key: 0x77667474 },
  /** The parents and slugs of teams. */
  team_tree: { scope: 'organization', key: 0x7766746d },
  /** Transactions that count, use or replace what a user has: tokens, codes, API keys. */
  user: { scope: 'record', key: 0x77667573 },
  /** The number of webhook endpoints. */
  webhook_endpoint_count: { scope: 'organization', key: 0x77667768 },

  /** Requests with the same Idempotency-Key. */
  idempotency: { scope: 'request', key: 0 },
  /** The leader of a shard of the relay, for as long as its session lives. */
  relay_shard: { scope: 'shard', key: 0x7766726c },
  /** A running relay, by the process id of its session. */
  relay_session: { scope: 'session', key: 0x7766726d },
  /** Migrations. The schema engine also takes its own lock, with the key 72707369. */
  migrations: { scope: 'installation', key: 72_707_370 },
  /** The SQL functions that create and merge partitions. */
  partitions: { scope: 'installation', key: 72_707_371 },
  /** The archive of old months. */
  archive: { scope: 'installation', key: 72_707_372 },
} as const satisfies Record<string, { scope: string; key: number }>;

export type LockName = keyof typeof locks;

export type LockOf<Scope extends string> = {
  [Name in LockName]: (typeof locks)[Name]['scope'] extends Scope ? Name : never;
}[LockName];

export const lockNames = Object.keys(locks) as LockName[];

/** The first of the two keys of a record, shard, session or organization lock: `classid` in `pg_locks`. */
export const lockKey = (name: LockName): number => locks[name].key;

/** The key that long work with an organization lock holds in addition. */
export const longWorkKey = (name: LockOf<'organization'>): number => locks[name].key + 0x01_00_00_00;

const calls = {
  lock: 'pg_advisory_lock',
  lockShared: 'pg_advisory_lock_shared',
  tryLock: 'pg_try_advisory_lock',
  unlock: 'pg_advisory_unlock',
  lockInTransaction: 'pg_advisory_xact_lock',
  lockSharedInTransaction: 'pg_advisory_xact_lock_shared',
  tryLockInTransaction: 'pg_try_advisory_xact_lock',
  tryLockSharedInTransaction: 'pg_try_advisory_xact_lock_shared',
} as const;

/** SQL that takes the lock for long work of one organization, given as SQL. */
export function longWorkCall(
  call: 'lockInTransaction' | 'lockSharedInTransaction' | 'tryLockSharedInTransaction',
  name: LockOf<'organization'>,
  expression: string,
): string {
  return `${calls[call]}(${longWorkKey(name)}, ${expression})`;
}

/** SQL that takes or releases a lock of the whole database. */
export function lockCall(call: keyof typeof calls, name: LockOf<'installation'>): string;
/** SQL that takes or releases the lock of one organization, record, request, shard or session, given as SQL. */
export function lockCall(
  call: keyof typeof calls,
  name: Exclude<LockName, LockOf<'installation'>>,
  expression: string,
): string;
export function lockCall(call: keyof typeof calls, name: LockName, expression?: string): string {
  const { scope, key } = locks[name];
  if (scope === 'request') return `${calls[call]}(hashtextextended(${expression}, ${key}))`;
  return `${calls[call]}(${[key, ...(expression === undefined ? [] : [expression])].join(', ')})`;
}
