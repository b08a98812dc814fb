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
  scope: (text: string) =>
    text === ''
      ? '—'
      : text
          .split(',')
          .map((scope) => scopes[scope] ?? scope)
          .join(', '),
};
