/** The years in which recurring events are expanded. */
export const years = { from: 2026, to: 2030 };

export const start = 'DTSTART;VALUE=DATE:20260101';

/** The lines of an event of iCalendar (RFC 5545) with the given properties. */
export const event = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:1@example.com',
  'SUMMARY:Day off',
  ...lines,
  'END:VEVENT',
];
