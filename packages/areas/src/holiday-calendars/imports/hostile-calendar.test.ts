import { collectGarbage } from '@wfp/testing/collect-garbage.ts';
import { describe, expect, it } from 'vitest';
import { event, start, years } from '../testing/calendar-text.ts';
import { readCalendar } from './read-calendar.ts';

/** Measures how much CPU time, in milliseconds, the reading of a file takes at most between turns of the event loop. */
async function longestTurn(text: string | Buffer) {
  const bytes = Buffer.from(text);
  // Otherwise, a collection of what earlier test files have left may be measured.
  collectGarbage();
  let longest = 0;
  const cpuMs = () => process.threadCpuUsage().user / 1_000;
  let last = cpuMs();
  let isReading = true;
  const measure = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (isReading) setImmediate(measure);
  };
  setImmediate(measure);
  const result = await readCalendar(bytes, years).catch((error: unknown) => error);
  isReading = false;
  return { result, longest };
}

const fill = (part: string, size = 3 * 1024 * 1024) => part.repeat(Math.floor(size / part.length));
const inEvent = (text: string) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${text}\nEND:VEVENT\nEND:VCALENDAR\n`;
const eternal = event(start, 'RRULE:FREQ=YEARLY;COUNT=1000000000;UNTIL=99991231').join('\n');
const ancient = event('DTSTART;VALUE=DATE:00010101', 'RRULE:FREQ=YEARLY;COUNT=2030').join('\n');

describe('other work runs while a hostile file is read', () => {
  it.each([
    ['components nested deeply', `BEGIN:VCALENDAR\n${fill('BEGIN:X\n')}`, /nested more than 10 deep/],
    ['empty lines', inEvent(fill('\n')), null],
    ['short lines', inEvent(fill('A:\n')), null],
    ['one folded line', `BEGIN:VCALENDAR\nX:${fill('\n a')}`, /more than 64 KiB/],
    ['a line of empty folds', `BEGIN:VCALENDAR\nX:${fill('\n ')}`, /more than 64 KiB/],
    [
      'exceptions',
      inEvent(`${start}\nSUMMARY:A\n${fill(`EXDATE:${fill('20260101,', 8_000)}20260101\n`)}`),
      null,
    ],
    ['short exceptions', inEvent(`${start}\nSUMMARY:A\n${fill('EXDATE:20270101\n')}`), null],
    ['parameters', inEvent(fill(`EXDATE${fill(';A=', 8_000)}:20260101\n`)), null],
    ['escapes', inEvent(fill(`SUMMARY:${fill('\\,', 8_000)}\n`)), null],
    ['recurring events', `BEGIN:VCALENDAR\n${fill(`${eternal}\n`)}`, /^More than 10000 holidays$/],
    ['old events', `BEGIN:VCALENDAR\n${fill(`${ancient}\n`)}`, /^More than 10000 (events|holidays)$/],
    [
      'events of many days',
      `BEGIN:VCALENDAR\n${fill(`${event(start, 'DURATION:P200D').join('\n')}\n`)}`,
      /holidays$/,
    ],
    ['invalid events', `BEGIN:VCALENDAR\n${fill('BEGIN:VEVENT\nEND:VEVENT\n')}`, /^More than 10000/],
  ])('of %s', async (_, text, message) => {
    const { result, longest } = await longestTurn(text);
    if (message)
      expect(result).toMatchObject({ name: 'UnreadableFile', message: expect.stringMatching(message) });
    else expect(result).toBeInstanceOf(Array);
    expect(longest).toBeLessThan(500);
  });
});
