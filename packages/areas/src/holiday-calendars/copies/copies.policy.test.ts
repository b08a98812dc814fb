import { expect, it } from 'vitest';
import { planCopy } from './copies.policy.ts';

const holidays = (...dates: string[]) =>
  dates.map((date, id) => ({ id, date, name: `Holiday ${id}`, part: 'full' }));

it('copies holidays to the same day of the other year', () => {
  const plan = planCopy(holidays('2026-01-01', '2026-12-25'), { from: 2026, to: 2027 });
  expect(plan).toEqual({
    copies: [
      { id: 0, date: '2027-01-01', name: 'Holiday 0', part: 'full' },
      { id: 1, date: '2027-12-25', name: 'Holiday 1', part: 'full' },
    ],
    existing: [],
    omitted: [],
    total: 2,
  });
});

it('leaves out days that have a holiday', () => {
  const plan = planCopy(holidays('2026-01-01', '2026-05-01', '2027-01-01', '2027-12-25'), {
    from: 2026,
    to: 2027,
  });
  expect(plan).toMatchObject({ copies: [{ date: '2027-05-01' }], existing: ['2027-01-01'], total: 3 });
});

it.each([
  [2024, 2028, ['2028-02-29'], []],
  [2024, 2027, [], ['2024-02-29']],
  [2000, 2100, [], ['2000-02-29']],
  [2096, 2400, ['2400-02-29'], []],
])('copies 29 February from %i to %i only if the year has it', (from, to, copied, omitted) => {
  const plan = planCopy(holidays(`${from}-02-29`), { from, to });
  expect([plan.copies.map(({ date }) => date), plan.omitted]).toEqual([copied, omitted]);
});

it('copies backwards, and to years with fewer digits', () => {
  expect(planCopy(holidays('2027-01-01'), { from: 2027, to: 987 }).copies[0]?.date).toBe('0987-01-01');
});
