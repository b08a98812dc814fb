import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { announcementGuide, withAnnouncements } from '../../scripts/event-docs/announcement-docs.ts';
import { configurationGuide, withConfiguration } from '../../scripts/event-docs/configuration-docs.ts';
import { roleGuide, withRoles } from '../../scripts/event-docs/role-docs.ts';
import { transferGuide, withTransfers } from '../../scripts/event-docs/transfer-docs.ts';
import { eventGuide, withEventTypes } from '../../scripts/event-docs.ts';

it.each([
  ['event type', eventGuide, withEventTypes],
  ['announcement with its consequences', announcementGuide, withAnnouncements],
  ['environment variable', configurationGuide, withConfiguration],
  ['permission of a built-in role', roleGuide, withRoles],
  ['export and import', transferGuide, withTransfers],
] as const)('shows every %s as declared (npm run event-docs writes it)', async (_, file, change) => {
  const guide = await readFile(file, 'utf8');
  expect(guide).toBe(change(guide));
});
