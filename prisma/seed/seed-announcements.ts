import { type DemoApi, type Ids, required } from './demo-api.ts';

/** Announcements in the order of their publication; `team` is the slug of the team that the audience names. */
export const announcements = [
  {
    title: 'Welcome to our new intranet',
    body_md: 'News of the company now appears **here**. Questions? Ask the people team.',
    team: null,
    is_pinned: true,
    requires_ack: false,
    allow_comments: true,
  },
  {
    title: 'Security policy 2026',
    body_md: '- Lock your screen.\n- Use a second factor.\n\nPlease acknowledge that you have read this.',
    team: null,
    is_pinned: false,
    requires_ack: true,
    allow_comments: false,
  },
  {
    title: 'Release freeze in the last week of the year',
    body_md: 'No releases from 24 December to 1 January.',
    team: 'engineering',
    is_pinned: false,
    requires_ack: false,
    allow_comments: false,
  },
] as const;

/** Creates and publishes the announcements. */
export async function seedAnnouncements(hr: DemoApi, teamIds: Ids): Promise<void> {
  const ids = await hr.known('/announcements', ({ title }) => title);
  const drafts = new Set(
    (await hr.known('/announcements', ({ id, status }) => status === 'draft' && id)).keys(),
  );
  for (const { team, ...fields } of announcements) {
    const audience = team && { field: 'team_id', op: 'eq', value: required(teamIds, team) };
    const known = ids.get(fields.title);
    const id = known ?? (await hr.call('post', '/announcements', { body: { ...fields, audience } })).id;
    if (known !== undefined && !drafts.has(String(id))) continue;
    await hr.call('post', '/announcements/:id/publish', { params: { id }, body: {} });
  }
}
