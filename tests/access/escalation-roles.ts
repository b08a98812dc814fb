/** Every built-in role gives these. Imports require them. */
const ownFiles = { 'file:create': ['own'], 'file:read': ['own'], 'file:update': ['own'] };

/** The custom roles at the start of each sequence. */
export const startingRoles: Record<string, Record<string, string[]>> = {
  steward: {
    'role:manage': ['org'],
    'grant:manage': ['org'],
    'user:manage': ['org'],
    'api_key:manage': ['org'],
    ...ownFiles,
    'task:read': ['org'],
    'task:update': ['own', 'team'],
    'team:manage': ['org'],
    'position:manage': ['org'],
    'employee:manage': ['org'],
    'employee_change:manage': ['org'],
  },
  tinkerer: {
    'role:read': ['org'],
    'role:manage': ['own'],
    'grant:create': ['own'],
    'task:update': ['own'],
    'team:read': ['org'],
    'team:update': ['org'],
    'employee:read': ['org'],
    'employee:update': ['team'],
  },
  granter: {
    'grant:manage': ['org'],
    'role:manage': ['org'],
    'user:create': ['org'],
    'task:update': ['team'],
    'team:manage': ['org'],
    'position:manage': ['org'],
    'employee:read': ['org'],
  },
  reader: { 'task:read': ['org'], 'team:read': ['org'] },
  mover: {
    ...ownFiles,
    'task:update': ['own'],
    'position:manage': ['org'],
    'employee:manage': ['org'],
    'employee_change:manage': ['org'],
  },
  bare: {},
};
