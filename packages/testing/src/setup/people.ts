import type { Client, TestResponse } from '../service/client.ts';

/** Returns the date `days` from today, `YYYY-MM-DD` in UTC. */
export const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Calls of the employee endpoints, as one user. */
export function peopleOf(by: Client) {
  const ok = async (calling: Promise<TestResponse>): Promise<any> => {
    const { status, body } = await calling;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const requestChange = (id: number, kind: string, effective_date: string, set: object, more: object = {}) =>
    by.call('POST', `/employees/${id}/changes`, { kind, effective_date, set, ...more });
  return {
    requestChange,
    hire: (more: object = {}) =>
      ok(
        by.call('POST', '/employees', {
          first_name: 'Ada',
          last_name: 'Lovelace',
          hire_date: '2020-01-01',
          ...more,
        }),
      ),
    team: (name: string) => ok(by.call('POST', '/teams', { name })),
    change: (...of: Parameters<typeof requestChange>) => ok(requestChange(...of)),
    get: (path: string) => ok(by.call('GET', path)),
    employee: (id: number, as_of?: string) =>
      ok(by.call('GET', `/employees/${id}${as_of ? `?as_of=${as_of}` : ''}`)),
    changes: async (id: number) => (await ok(by.call('GET', `/employees/${id}/changes?limit=100`))).data,
    cancel: (id: number, change: number) => by.call('DELETE', `/employees/${id}/changes/${change}`),
    approve: (id: number, change: number) => by.call('POST', `/employees/${id}/changes/${change}/approve`),
    terminate: (id: number, end_date: string, more: object = {}) =>
      by.call('POST', `/employees/${id}/terminate`, { end_date, reason_code: 'resigned', ...more }),
  };
}

/** Returns the status and the names of the invalid fields. */
export const statusAndFields = ({ status, body }: TestResponse) => [
  status,
  Object.keys(body?.details?.fieldErrors ?? {}),
];
