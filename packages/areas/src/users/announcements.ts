import { defineAnnouncement } from '@wfp/shared';

/** A user can no longer sign in: the user was deactivated, directly or by leaving, or deleted. */
export const userAccessEnded = defineAnnouncement<{ user_id: number }>('user.access_ended');

/** A user was deactivated directly. */
export const userDeactivated = defineAnnouncement<{
  user_id: number;
  /** The user to whom the open tasks of the deactivated user are reassigned, or null. */
  reassign_to: number | null;
}>('user.deactivated');

/** A deleted user was restored, and is deactivated. */
export const userRestored = defineAnnouncement<{ user_id: number }>('user.restored');

/** A user was invited for an existing employee. */
export const employeeInvited = defineAnnouncement<{ user_id: number; employee_id: number }>(
  'user.employee_invited',
);

/** A user was erased: areas delete the personal data of the user in their rows. */
export const userErased = defineAnnouncement<{
  user_id: number;
  /** The address before the erasure. */
  email: string;
  avatar_file_id: number | null;
}>('user.erased');

export const userAnnouncements = [
  userAccessEnded,
  userDeactivated,
  userRestored,
  employeeInvited,
  userErased,
];
