import { consequence, defineArea, resource } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { eraseIdentities, identityRows } from './identities.store.ts';
import { userNaming, userRows } from './users.store.ts';

const builtin = {
  owner: 'M',
  admin: 'M',
  hr: 'RCU',
  manager: 'R',
  employee: 'R U@own',
  viewer: 'R',
  auditor: 'R',
};

/** The tables that sign-in (`auth`), permissions (`access`) and user administration (`users`) share. */
export const accounts = defineArea({
  name: 'accounts',
  resources: [
    resource({ code: 'user', label: 'Users', scopes: ['own'], builtin, rows: userRows, naming: userNaming }),
    resource({
      code: 'user_identity',
      label: 'Sign-in methods',
      scopes: ['own'],
      builtin: { owner: 'M', admin: 'M', hr: 'R', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
      rows: identityRows,
    }),
  ],
  consequences: [
    consequence({
      ...{ on: userErased, name: 'accounts.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseIdentities(tx, caller, payload.user_id),
    }),
  ],
});

export { recordAboutUser } from './about-user.store.ts';
export {
  addPasswordIdentity,
  archiveIdentity,
  findIdentities,
  hasIdentity,
  identitySorts,
  lockIdentities,
} from './identities.store.ts';
export {
  isActivePerson,
  isActiveUser,
  liveUserOf,
  lockActiveUser,
  lockUserAgainstDeletion,
  lockUserAgainstSignIns,
  serializeByUser,
  serializedUser,
  userOf,
  usersAs,
} from './references.store.ts';
export {
  archiveUser,
  findUserByEmail,
  insertUser,
  isServiceUser,
  type LockedUser,
  lastLoginAt,
  lockUser,
  lockUserByEmail,
  type NewUser,
  recordLogin,
  restoreUser,
  type UserRow,
  updateUser,
  updateUserIfDifferent,
  userColumns,
  userCreated,
  userRows,
  userStatuses,
  userStatusValue,
  usersTable,
} from './users.store.ts';
