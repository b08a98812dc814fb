import type { HeldGrant, RowScope } from './access/access-model.ts';
import type { Permission } from './access/rights.ts';
import type { ListReader } from './db/connections/replica.ts';
import type { IdempotencyClaim } from './db/writes/idempotency-claim.ts';
import type { AcceptedReview } from './endpoint/accepted-review.ts';
import type { Platform } from './platform.ts';

/** The request or job behind a write, as stored in the audit log. */
export interface Origin {
  request_id: string;
  ip: string | null;
  user_agent: string | null;
}

export type Credential =
  | { kind: 'session'; id: number; expires_at: Date }
  | { kind: 'api_key'; id: number; expires_at: Date | null }
  /** Work that continues after a user's request, with the rights the user has when it runs. */
  | { kind: 'job' }
  | { kind: 'system'; by?: 'operator' };

/** All reasons of {@link AccessRestriction}. */
export const accessRestrictions = ['suspended', 'foreign_network', 'mfa_setup', 'read_only'] as const;

/**
 * Reason why a caller with the permission may not act:
 *
 * `suspended`: an operator of the service has suspended the organization;
 * `read_only`: the organization is being closed, or was not verified in time;
 * `mfa_setup`: the organization requires a second factor that the user has not set up;
 * `foreign_network`: the organization allows only certain networks, and the request comes from another.
 */
export type AccessRestriction = (typeof accessRestrictions)[number];

/** The row versions (`updated_at`) that If-Match accepts for a write. */
export interface Precondition {
  resource: string;
  /** Null if the path has no id: the write changes the only row of that resource. */
  id: number | null;
  versions: readonly Date[];
}

/** `mfa_setup` sessions can only set up a second factor. */
export type SessionStage = 'full' | 'mfa_setup';

/**
 * The authenticated caller, their organization and rights. The first argument of every service function; every
 * statement is limited to its `org_id`.
 */
export interface Caller {
  readonly org_id: number;
  /** True if no user has confirmed the address with which the organization was created. */
  readonly is_unverified: boolean;
  /** Null for the system: the relay, schedules, a signup before its user exists. */
  readonly user_id: number | null;
  readonly employee_id: number | null;
  readonly name: string;
  readonly credential: Credential;
  /** Time of the last second-factor check in this session; null for never, and for API keys. */
  readonly mfa_at: Date | null;
  readonly stage: SessionStage;
  readonly restrictions: readonly AccessRestriction[];
  /** Set by the pipeline from If-Match. */
  readonly precondition?: Precondition;
  /** Stores the response under the request's Idempotency-Key, in the transaction of the request's write. */
  readonly idempotency?: IdempotencyClaim;
  /** The verdicts of the organization's pre-write hooks on the request. */
  readonly review?: AcceptedReview;
  /** If set, lists are read from the replica. */
  readonly replica?: ListReader;
  readonly grants: readonly HeldGrant[];
  /** Features enabled in the organization's settings; null if they have to be looked up. */
  readonly features: readonly string[] | null;
  /** Hooks such as `task.pre_create` for which the organization has active prompt templates. */
  readonly pre_hooks: readonly string[];
  readonly origin: Origin;
  readonly platform: Platform;
  /**
   * Event types that the current endpoint, job or consequence may write, and announcements that it may make
   * (`announcementPermit`). Anything else throws.
   */
  readonly emits: ReadonlySet<string>;
  /** The rows that a permission covers; null if the caller does not hold it. */
  rowScopeFor(permission: Permission): RowScope | null;
}

/** Creates a caller with every right in its organization, for work that no user requested. */
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
    is_unverified: false,
    features: null,
    pre_hooks: [],
    origin,
    platform,
    emits: new Set(emits),
    rowScopeFor: () => everything,
  };
}

/** Creates a caller with every right for a user who has no credential yet: for sign-in, signup and token refresh. */
export function userCaller(
  platform: Platform,
  user: { org_id: number; user_id: number; name: string },
  origin: Origin,
  emits: readonly string[],
): Caller {
  return { ...systemCaller(platform, user.org_id, origin, emits), user_id: user.user_id, name: user.name };
}
