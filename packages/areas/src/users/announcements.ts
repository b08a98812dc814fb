import { defineAnnouncement } from '@wfp/shared';

/** A user was deactivated by an administrator. */
export const userDeactivated = defineAnnouncement<{
  user_id: number;
  /** The user who gets their open tasks; null for none. */
  reassign_to: number | null;
}>('user.deactivated');

/** A user was invited who is an employee already. */
export const employeeInvited = defineAnnouncement<{ user_id: number; employee_id: number }>(
  'user.employee_invited',
);

/** A user was erased: every area destroys what its rows contain about that person. */
export const userErased = defineAnnouncement<{
  user_id: number;
  /** The address they had. */
  email: string;
  avatar_file_id: number | null;
}>('user.erased');

export const userAnnouncements = [userDeactivated, employeeInvited, userErased];
