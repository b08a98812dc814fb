import { defineAnnouncement } from '@wfp/shared';

/**
 * A team is about to be merged or archived. Nothing is locked yet: consequences can take locks that precede those of
 * teams.
 */
export const teamClosing = defineAnnouncement<{ team_id: number }>('team.closing');

/**
 * Two teams are locked, and `from` is about to be emptied: employees with this primary team must get another one now.
 */
export const teamDissolving = defineAnnouncement<{ from: number; into: number }>('team.dissolving');

/** The members and child teams of `from` were moved to `into`; areas move their rows that refer to `from`. */
export const teamDissolved = defineAnnouncement<{ from: number; into: number }>('team.dissolved');

/** A team is about to be deleted, and its row is locked. Areas report rows that refer to it, which prevent the deletion. */
export const teamDeleting = defineAnnouncement<{
  team_id: number;
  report(count: number, one: string, many: string): void;
}>('team.deleting');

/**
 * A team, or its rows and child teams, are about to be placed below another team: grants that are limited to that team or to
 * teams above it will include them.
 */
export const teamNesting = defineAnnouncement<{ team_id: number; below: number }>('team.nesting');

export const teamAnnouncements = [teamClosing, teamDissolving, teamDissolved, teamDeleting, teamNesting];
