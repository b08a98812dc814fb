const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
/** A Monday. */
const firstDay = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** The name of an item of an array whose items have fixed places; undefined if they have none. */
export const itemName = (items: 'weekdays' | undefined, index: number): string | undefined =>
  items && weekdays.format(firstDay + index * dayMs);
