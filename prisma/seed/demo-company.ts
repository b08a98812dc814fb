const day = (am_minutes: number, pm_minutes: number) => ({
  minutes: am_minutes + pm_minutes,
  am_minutes,
  pm_minutes,
});

/** Monday first. */
export const workSchedule = {
  name: 'Full time, 38.5 hours',
  days: [day(240, 240), day(240, 240), day(240, 240), day(240, 240), day(240, 150), day(0, 0), day(0, 0)],
};

/** For employees who work in the mornings, whatever their share of a full position. */
export const morningSchedule = {
  name: 'Mornings',
  scales_with_fte: false,
  days: [day(240, 0), day(240, 0), day(240, 0), day(240, 0), day(240, 0), day(0, 0), day(0, 0)],
};

export const holidayCalendar = { name: 'Germany', country: 'DE' };

/** Holidays on the same day of each year. */
export const holidays = [
  { day: '01-01', name: 'New Year’s Day', part: 'full' },
  { day: '05-01', name: 'Labour Day', part: 'full' },
  { day: '10-03', name: 'Day of German Unity', part: 'full' },
  { day: '12-24', name: 'Christmas Eve', part: 'afternoon' },
  { day: '12-25', name: 'Christmas Day', part: 'full' },
  { day: '12-26', name: 'Second Day of Christmas', part: 'full' },
] as const;

/** For employees who work from Spain. */
export const otherCalendar = { name: 'Spain', country: 'ES' };

export const otherHolidays = [
  { day: '01-06', name: 'Epiphany', part: 'full' },
  { day: '10-12', name: 'National Day of Spain', part: 'full' },
  { day: '12-25', name: 'Christmas Day', part: 'full' },
] as const;

/** The defaults of the demo company, without references. */
export const companyConfiguration = {
  probation_days: 180,
  kudos: { require_core_value: true, monthly_allowance: 100 },
  pto_defaults: { unit: 'days', year: 'calendar', hr_approval_from_days: 15 },
};

/** Categories for initiatives; `below` is the code of the parent, which precedes its children. */
export const categories = [
  { code: 'product', name: 'Product', color: '#1f6feb' },
  { code: 'platform', name: 'Platform', below: 'product' },
  { code: 'mobile', name: 'Mobile', below: 'product' },
  { code: 'people', name: 'People', color: '#2da44e' },
  { code: 'hiring', name: 'Hiring', below: 'people' },
];

/** `below` is the name of the parent, which precedes its children. Names are unique here. */
export const places = [
  { name: 'Germany', kind: 'country', time_zone: 'Europe/Berlin' },
  { name: 'Berlin', kind: 'city', below: 'Germany' },
  { name: 'Head office', kind: 'office', below: 'Berlin', capacity: 40 },
  { name: 'Spree', kind: 'room', below: 'Head office', capacity: 8, is_bookable: true },
  { name: 'Havel', kind: 'room', below: 'Head office', capacity: 4, is_bookable: true },
  { name: 'Remote', kind: 'remote', below: 'Germany' },
] as const;
