import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventGuide, withEventTypes } from '../../scripts/event-docs.ts';

it('shows every event type as it is declared; npm run event-docs writes it', async () => {
  const guide = await readFile(eventGuide, 'utf8');
  expect(guide).toBe(withEventTypes(guide));
});
