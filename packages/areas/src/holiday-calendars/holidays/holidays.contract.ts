/** The maximum number of holidays of a calendar in one year. */
export const maxHolidaysPerYear = 200;

/** The year of a date such as 2026-12-25. */
export const yearOf = (date: string): number => Number(date.slice(0, 4));
