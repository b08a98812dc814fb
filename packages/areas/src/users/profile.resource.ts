import { defineResource, field, notFound, type ParentResource } from '@wfp/shared';
import { IdParams, Line, Prose, WebUrl } from '@wfp/shared/contract';
import { z } from 'zod';
import { lockPermittedUser } from '../access/index.ts';
import { findUser } from './accounts/users.store.ts';
import { profileUserId, selectUserCreatedAt } from './profiles/profiles.store.ts';

/** The parent of profiles in paths. Reading requires `user:read` on the user, changes require `user:update`. */
const users: ParentResource = {
  path: '/users/:id',
  params: IdParams.shape,
  table: 'users',
  noun: 'User',
  resource: 'user',
  aggregate: 'user',
  resolve: async (caller, params) => {
    const user = await findUser(caller, Number(params.id));
    if (!user) throw notFound('User');
    return user.id;
  },
  isPermitted: async (caller, id) => (await findUser(caller, id)) !== undefined,
  lock: async (tx, caller, id) => {
    await lockPermittedUser(tx, caller, id, 'user:update');
    return true;
  },
  createdAt: selectUserCreatedAt,
  subject: ({ id }) => ({ users: [id] }),
};

const Link = z.strictObject({
  label: Line(50),
  url: WebUrl(500).meta({ description: 'http or https' }),
});

const distinct = (words: string[]) => new Set(words.map((word) => word.toLowerCase())).size === words.length;

const Phone = z
  .string()
  .trim()
  .regex(
    /^\+?[0-9][0-9 ()./-]{3,30}$/,
    'Must be a phone number: an optional +, a digit, then 3 to 30 digits, spaces or ( ) . / -',
  );

export const profiles = defineResource({
  code: 'user_profile',
  noun: ['profile', 'profiles'],
  label: 'Profiles',
  path: '/profile',
  model: 'UserProfile',
  table: 'user_profiles',
  parent: { of: users, field: 'user_id', aggregate: 'parent' },
  personal: profileUserId,
  fields: {
    pronouns: field(Line(50).nullable(), { shown: z.string().nullable() }),
    bio: field(Prose(2_000).nullable()),
    phone: field(Phone.nullable(), { shown: z.string().nullable() }),
    skills: field(z.array(Line(50)).max(50).refine(distinct, 'Must not contain duplicates'), {
      shown: z.array(z.string()),
      pgType: 'text[]',
    }),
    links: field(z.array(Link).max(10), {
      shown: z.array(z.object({ label: z.string(), url: z.string() })),
      pgType: 'jsonb',
    }),
  },
  sort: 'created_at',
  eventNames: { update: 'user.profile_updated' },
  meanings: { update: 'The profile of a user changed.' },
  singleton: {
    defaults: {
      pronouns: null,
      bio: null,
      phone: null,
      skills: [],
      links: [],
    },
    summaries: {
      get: 'Fetch the profile of a user',
      update: 'Update the profile of a user',
    },
  },
});
