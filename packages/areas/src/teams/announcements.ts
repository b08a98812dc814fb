import { defineAnnouncement } from '@wfp/shared';

/** A team is about to be merged or archived, and nothing is locked yet: for locks that come before those of teams. */
export const teamClosing = defineAnnouncement<{ team_id: number }>('team.closing');

/** Two teams are locked, and one is about to get everything of the other: whose home it is must leave it now. */
export const teamDissolving = defineAnnouncement<{ from: number; into: number }>('team.dissolving');

/** The members and child teams of a team have moved; all other rows that refer to it follow. */
export const teamDissolved = defineAnnouncement<{ from: number; into: number }>('team.dissolved');

export const teamAnnouncements = [teamClosing, teamDissolving, teamDissolved];
