import type { PrimaryTeamPeriod as Period } from '../../employees/announcements.ts';

/** A stored membership. `is_home` is true if it follows from the primary team. */
export interface Membership extends Period {
  id: number;
  is_home: boolean;
}

export interface MembershipPlan {
  drop: Membership[];
  change: { was: Membership; now: Period }[];
  add: Period[];
}

function subtractPeriod(period: Period, other: Period): Period[] {
  const begins = other.left_on === null ? null : later(period.joined_on, other.left_on);
  const ends = period.left_on === null ? other.joined_on : earlier(period.left_on, other.joined_on);
  const before = period.joined_on < ends ? [{ ...period, left_on: ends }] : [];
  const after =
    begins !== null && (period.left_on === null || begins < period.left_on)
      ? [{ ...period, joined_on: begins }]
      : [];
  const touches =
    (other.left_on === null || period.joined_on < other.left_on) &&
    (period.left_on === null || other.joined_on < period.left_on);
  return touches ? [...before, ...after] : [period];
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

/** Criteria that match a stored membership with a wanted period, best first. */
const matchCriteria: ((one: Period, other: Period) => boolean)[] = [
  (one, other) => one.joined_on === other.joined_on,
  (one, other) => one.left_on === other.left_on,
  (one, other) => subtractPeriod(one, other).every((rest) => rest !== one),
];

/**
 * Returns the changes after which the stored memberships match the primary teams. A period that a manually created
 * membership covers needs no second membership. A membership whose period overlaps a wanted one is changed rather than
 * replaced.
 */
export function planMemberships(
  primaryTeams: readonly Period[],
  memberships: readonly Membership[],
): MembershipPlan {
  const others = memberships.filter((one) => !one.is_home);
  let wanted = primaryTeams.flatMap((primary) =>
    others
      .filter((other) => other.team_id === primary.team_id && other.joined_on !== other.left_on)
      .reduce(
        (periods, other) => periods.flatMap((period) => subtractPeriod(period, other)),
        [primary as Period],
      ),
  );
  let unmatched = memberships.filter((one) => one.is_home && one.joined_on !== one.left_on);
  const change: MembershipPlan['change'] = [];
  for (const matches of matchCriteria) {
    for (const now of wanted) {
      const was = unmatched.find((one) => one.team_id === now.team_id && matches(one, now));
      if (!was) continue;
      unmatched = unmatched.filter((one) => one !== was);
      wanted = wanted.filter((one) => one !== now);
      if (was.joined_on !== now.joined_on || was.left_on !== now.left_on) change.push({ was, now });
    }
  }
  // End memberships before opening others: a unique index allows one open membership of an employee in a team.
  change.sort((one, other) => Number(one.now.left_on === null) - Number(other.now.left_on === null));
  return { drop: unmatched, change, add: wanted };
}
