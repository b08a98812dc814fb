const scopes: Readonly<Record<string, string>> = {
  own: 'own',
  reports: 'reports',
  team: 'team',
  org: 'all',
};

export const words = {
  loading: 'Loading',
  permissions: 'Permissions',
  matrix: 'Permissions by kind of record, table',
  resource: 'Kind of record',
  save: 'Save permissions',
  discard: 'Discard changes',
  saved: 'Saved.',
  roles: {
    title: 'Roles',
    none: 'The user has no role.',
    all: (total: number) => `All roles of the user: ${total}`,
    table: 'Roles, table',
    grant: 'Grant a role',
  },
  scope: (text: string) =>
    text === ''
      ? '—'
      : text
          .split(',')
          .map((scope) => scopes[scope] ?? scope)
          .join(', '),
};
