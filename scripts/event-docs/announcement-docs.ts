import path from 'node:path';
import { areas } from '@wfp/areas';
import { namesIn, tableOf, withParts } from './generated-part.ts';

/** The guide that lists announcements. */
export const announcementGuide = path.resolve(import.meta.dirname, '../../docs/architecture.md');

/** A guide with the announcements of all areas and the reactions to each. */
export function withAnnouncements(guide: string): string {
  const rows = areas.flatMap((area) =>
    (area.announcements ?? []).flatMap((announced) => {
      const reactions = areas
        .flatMap(({ consequences = [] }) => consequences.filter(({ on }) => on === announced))
        .map(({ name, writes }) => [`\`${name}\``, namesIn([...writes].sort())]);
      const [first = ['', ''], ...others] = reactions;
      return [
        [`\`${announced.name}\``, area.name, ...first],
        ...others.map((reaction) => ['', '', ...reaction]),
      ];
    }),
  );
  return withParts(guide, tableOf([['announcement', 'announced by', 'consequence', 'may write'], ...rows]));
}
