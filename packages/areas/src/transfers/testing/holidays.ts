import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { importFile } from './transfers.ts';

export interface TestFile {
  name: string;
  mime: string;
  content: string;
}

export const csvFile = (content: string): TestFile => ({ name: 'holidays.csv', mime: 'text/csv', content });

export const icsFile = (...events: string[][]): TestFile => ({
  name: 'holidays.ics',
  mime: 'text/calendar',
  content: ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n'),
});

export const icsEvent = (summary: string, ...lines: string[]): string[] => [
  ...['BEGIN:VEVENT', `SUMMARY:${summary}`, ...lines, 'END:VEVENT'],
];

/** Returns the id of the file. */
export async function uploadFile(
  service: TestService,
  by: Client,
  { content, ...file }: TestFile,
): Promise<number> {
  return (await upload(service, by, file, Buffer.from(content))).body.id;
}

export const csv = csvFile('date,name,part\n2026-12-24,Christmas Eve,afternoon\n2026-12-25,Christmas Day,\n');
export const ics = icsFile(
  icsEvent('Christmas', 'DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227'),
  icsEvent('New Year', 'DTSTART;VALUE=DATE:20270101'),
);

/** The events of holidays and calendars. */
export const holidayEvents = (events: readonly string[]) => events.filter((one) => one.startsWith('holiday'));

export interface HolidayService {
  service: TestService;
  /** Starts one more worker. */
  startWorker(): ReturnType<typeof startWorker>;
  stop(): Promise<void>;
}

export async function startHolidayService(): Promise<HolidayService> {
  const service = await startOwnService({ LOG_LEVEL: 'silent' });
  return {
    service,
    startWorker: () => startWorker({ config: service.config, log: service.platform.log, opsPort: 0 }),
    stop: () => service.stop(),
  };
}

/** Calls that import into a new calendar of a new organization. */
export async function newCalendar({ service }: HolidayService) {
  const owner: Client = await service.newOrganization();
  const id: number = (await owner.call('POST', '/holiday-calendars', { name: 'Vienna' })).body.id;
  return { owner, ...calendarOf(service, owner, id) };
}

/** Calls that import into a calendar. */
export function calendarOf(service: TestService, owner: Client, id: number) {
  const path = `/holiday-calendars/${id}`;
  return {
    id,
    path,
    runImport: (file: TestFile, options: { dry_run?: boolean; stalledMs?: number } = {}) =>
      recordedBy(service, owner.user.org_id, () =>
        importFile(service, owner, `${path}/import`, file, options),
      ),
    list: async (): Promise<[date: string, name: string, part: string][]> =>
      (await owner.call('GET', `${path}/holidays?limit=100`)).body.data.map(
        ({ date, name, part }: Record<string, string>) => [date, name, part],
      ),
  };
}
