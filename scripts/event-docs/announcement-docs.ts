import path from 'node:path';
import { areas } from '@wfp/areas';
import { namesIn, tableOf, withParts } from './generated-part.ts';

export const announcementGuide = path.resolve(import.meta.dirname, '../../docs/architecture.md');

/** The guide with its table of announcements and their consequences replaced. */
export function withAnnouncements(guide: string): string {
  const rows = areas.flatMap((area) =>
    (area.announcements ?? []).flatMap((announced) => {
      const following = areas
        .flatMap(({ consequences = [] }) => consequences.filter(({ on }) => on === announced))
        .map(({ name, writes }) => [`\`${name}\``, namesIn([...writes].sort())]);
      const [first = ['', ''], ...others] = following;
      return [
        [`\`${announced.name}\``, area.name, ...first],
        ...others.map((consequence) => ['', '', ...consequence]),
      ];
    }),
  );
  return withParts(guide, tableOf([['announcement', 'announced by', 'consequence', 'may write'], ...rows]));
}
