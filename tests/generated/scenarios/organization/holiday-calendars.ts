import { createRecord, type Scenarios } from '../../scenario.ts';
import { uploadFile } from '../work/files.ts';

let counter = 0;

export const holidayCalendarScenarios: Scenarios = {
  'POST /holiday-calendars/:id/copy-year': {
    arrange: async (_, by) => {
      counter += 1;
      const id = await createRecord(by, '/holiday-calendars', { name: `Calendar ${counter}` });
      const christmas = { date: '2026-12-25', name: 'Christmas Day' };
      const newYear = { date: '2026-01-01', name: 'New Year' };
      for (const one of [christmas, newYear])
        await createRecord(by, `/holiday-calendars/${id}/holidays`, one);
      return { params: { id }, body: { from: 2026, to: 2027 } };
    },
    events: ['holiday.post_create', 'holiday.post_create'],
  },
  'POST /holiday-calendars/:id/import': {
    arrange: async (world, by) => {
      counter += 1;
      const id = await createRecord(by, '/holiday-calendars', { name: `Calendar ${counter}` });
      return { params: { id }, body: { file_id: await uploadFile(world, by) } };
    },
    events: ['import.post_create'],
  },
};
