import type { PrimaryTeamPeriod as Stay } from '../../employees/announcements.ts';

/** A membership as it is written; `is_home`: because the team was their home, and for no other reason. */
export interface Membership extends Stay {
  id: number;
  is_home: boolean;
}

/** What makes the memberships of somebody say when which team was their home. */
export interface MembershipPlan {
  /** Those that never were. */
  drop: Membership[];
  /** Those of other days, with what they were. */
  change: { was: Membership; now: Stay }[];
  add: Stay[];
}

/** What of a stay lies outside another one of the same team. */
function subtractPeriod(stay: Stay, other: Stay): Stay[] {
  const begins = other.left_on === null ? null : later(stay.joined_on, other.left_on);
  const ends = stay.left_on === null ? other.joined_on : earlier(stay.left_on, other.joined_on);
  const before = stay.joined_on < ends ? [{ ...stay, left_on: ends }] : [];
  const after =
    begins !== null && (stay.left_on === null || begins < stay.left_on)
      ? [{ ...stay, joined_on: begins }]
      : [];
  const touches =
    (other.left_on === null || stay.joined_on < other.left_on) &&
    (stay.left_on === null || other.joined_on < stay.left_on);
  return touches ? [...before, ...after] : [stay];
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

/** How alike a membership and a stay are: the first of these that fits says which becomes which. */
const matchCriteria: ((one: Stay, other: Stay) => boolean)[] = [
  (one, other) => one.joined_on === other.joined_on,
  (one, other) => one.left_on === other.left_on,
  (one, other) => subtractPeriod(one, other).every((rest) => rest !== one),
];

/**
 * Compares when teams were somebody's home with their memberships. Who belongs to a team anyway needs no other
 * membership for those days. A membership keeps its row as long as something of it stays true.
 */
export function planMemberships(homes: readonly Stay[], memberships: readonly Membership[]): MembershipPlan {
  const others = memberships.filter((one) => !one.is_home);
  let wanted = homes.flatMap((home) =>
    others
      .filter((other) => other.team_id === home.team_id && other.joined_on !== other.left_on)
      .reduce((stays, other) => stays.flatMap((stay) => subtractPeriod(stay, other)), [home as Stay]),
  );
  let free = memberships.filter((one) => one.is_home && one.joined_on !== one.left_on);
  const change: MembershipPlan['change'] = [];
  for (const isAlike of matchCriteria) {
    for (const now of wanted) {
      const was = free.find((one) => one.team_id === now.team_id && isAlike(one, now));
      if (!was) continue;
      free = free.filter((one) => one !== was);
      wanted = wanted.filter((one) => one !== now);
      if (was.joined_on !== now.joined_on || was.left_on !== now.left_on) change.push({ was, now });
    }
  }
  // Who leaves does so before anybody comes: there is one membership of a team that goes on.
  change.sort((one, other) => Number(one.now.left_on === null) - Number(other.now.left_on === null));
  return { drop: free, change, add: wanted };
}
