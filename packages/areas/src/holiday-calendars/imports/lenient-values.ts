import { InvalidEvent } from './invalid-event.ts';

const numbers = ['INTERVAL', 'COUNT', 'BYMONTH', 'BYMONTHDAY'];

/**
 * Returns the error of a value that ical.js reads as another one: it takes the first of several dates, numbers without the
 * text after them, and 1 for an interval below 1.
 *
 * @param property the name in lower case
 */
export function findLenientError(property: string, value: string): InvalidEvent | undefined {
  if (property === 'dtstart' || property === 'dtend') {
    const isOne = !value.includes(',');
    return isOne ? undefined : new InvalidEvent('date', `${property.toUpperCase()} must be one date`);
  }
  return property === 'rrule' ? findRuleError(value) : undefined;
}

function findRuleError(rule: string): InvalidEvent | undefined {
  for (const part of rule.toUpperCase().split(';')) {
    const [name = '', value = ''] = part.split('=').map((text) => text.trim());
    if (!numbers.includes(name)) continue;
    if (!/^[+-]?\d+(?:,[+-]?\d+)*$/.test(value))
      return new InvalidEvent('date', `RRULE must have a whole number as ${name}`);
    if (name === 'INTERVAL' && Number(value) < 1)
      return new InvalidEvent('date', 'RRULE must have an INTERVAL of at least 1');
  }
  return undefined;
}
