import type { DemoRows } from '@wfp/shared';

export const demoItems: DemoRows = {
  path: '/navigation-items',
  key: 'key',
  rows: [
    {
      ...{ key: 'my-tasks', label: 'My tasks', icon: 'circle-user', parent_key: 'work', position: 5 },
      ...{ target_kind: 'route', target: '/tasks?assigned_to_me=true' },
      badge_query: { resource: 'task', filter: { assigned_to_me: true } },
    },
  ],
};
