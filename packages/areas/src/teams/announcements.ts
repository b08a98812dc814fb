import { defineAnnouncement } from '@wfp/shared';

/** A team is about to be merged or archived, and nothing is locked yet: for locks that come before those of teams. */
export const teamClosing = defineAnnouncement<{ team_id: number }>('team.closing');

/** Two teams are locked, and one is about to get everything of the other: whose home it is must leave it now. */
export const teamDissolving = defineAnnouncement<{ from: number; into: number }>('team.dissolving');

/** The members and child teams of a team have moved; all other rows that refer to it follow. */
export const teamDissolved = defineAnnouncement<{ from: number; into: number }>('team.dissolved');

/**
 * A team is about to be deleted, and its row is locked. Areas whose rows refer to it report how many do: one that
 * reports any keeps the team.
 */
export const teamDeleting = defineAnnouncement<{
  team_id: number;
  report(count: number, one: string, many: string): void;
}>('team.deleting');

export const teamAnnouncements = [teamClosing, teamDissolving, teamDissolved, teamDeleting];
