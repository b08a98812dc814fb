import type { HeldGrant, RowScope } from './access/access-model.ts';
import type { Permission } from './access/rights.ts';
import type { ListReader } from './db/connections/replica.ts';
import type { IdempotencyClaim } from './db/writes/idempotency-claim.ts';
import type { Platform } from './platform.ts';

/** The request or job that a write belongs to; it goes into the audit log. */
export interface Origin {
  request_id: string;
  ip: string | null;
  user_agent: string | null;
}

/** How the caller proved who they are. */
export type Credential =
  | { kind: 'session'; id: number; expires_at: Date }
  | { kind: 'api_key'; id: number; expires_at: Date | null }
  /** Work that goes on after a person's request, with the rights they have by then. */
  | { kind: 'job' }
  | { kind: 'system' };

/**
 * Why a caller who holds the permission may still not write, or not do anything else:
 * `read_only`: the organization is closing, or was not verified in time;
 * `mfa_setup`: the organization asks for a second factor that the user has not set up;
 * `foreign_network`: the organization is open to some networks alone, and this call comes from another.
 */
export type AccessRestriction = 'read_only' | 'mfa_setup' | 'foreign_network';

/** A row, and the versions (`updated_at`) of which it must have one for the write to happen. */
export interface Precondition {
  /** The resource of the row's table. */
  resource: string;
  /** Null where the path names no id: the one row of that resource that the write changes. */
  id: number | null;
  versions: readonly Date[];
}

/** What a session may be used for: everything, or only setting up a second factor. */
export type SessionStage = 'full' | 'mfa_setup';

/**
 * Who is calling, in which organization, with what rights. Every service function takes it first;
 * every statement is limited to its `org_id`.
 */
export interface Caller {
  readonly org_id: number;
  /** Null for the system itself: the relay, schedules, a signup before its user exists. */
  readonly user_id: number | null;
  readonly employee_id: number | null;
  readonly name: string;
  readonly credential: Credential;
  /** When a second factor was last proven in this session; null for never, and for API keys. */
  readonly mfa_at: Date | null;
  readonly stage: SessionStage;
  readonly restrictions: readonly AccessRestriction[];
  /** The version that the row to change must still have; set by the pipeline from If-Match. */
  readonly precondition?: Precondition;
  /** The right to answer for an Idempotency-Key, which the write of the request stores with its rows. */
  readonly idempotency?: IdempotencyClaim;
  /** Where this caller's lists are read from, instead of the database itself. */
  readonly replica?: ListReader;
  readonly grants: readonly HeldGrant[];
  /** What the organization has switched on in its settings; null where that is to be looked up. */
  readonly features: readonly string[] | null;
  /** Phases before a write, such as `task.pre_create`, for which the organization has somebody to ask. */
  readonly pre_hooks: readonly string[];
  readonly origin: Origin;
  readonly platform: Platform;
  /**
   * The event types that the current endpoint, job or consequence may write, and the announcements that it may make
   * (`permitTo`). Anything else throws.
   */
  readonly emits: ReadonlySet<string>;
  /** Which rows the caller reaches with a permission; null when they do not hold it. */
  rowScopeFor(permission: Permission): RowScope | null;
}

/** A caller for work that no person asked for in person: it holds every right of its organization. */
export function systemCaller(
  platform: Platform,
  org_id: number,
  origin: Origin,
  emits: readonly string[],
): Caller {
  const everything: RowScope = { org: true, own: true, reports: true, team: true, team_ids: [] };
  return {
    org_id,
    user_id: null,
    employee_id: null,
    name: 'system',
    credential: { kind: 'system' },
    mfa_at: null,
    stage: 'full',
    restrictions: [],
    grants: [],
    features: null,
    pre_hooks: [],
    origin,
    platform,
    emits: new Set(emits),
    rowScopeFor: () => everything,
  };
}

/** A caller for a user in the moment before they hold a credential: signing in, up, or a token anew. */
export function userCaller(
  platform: Platform,
  user: { org_id: number; user_id: number; name: string },
  origin: Origin,
  emits: readonly string[],
): Caller {
  return { ...systemCaller(platform, user.org_id, origin, emits), user_id: user.user_id, name: user.name };
}
