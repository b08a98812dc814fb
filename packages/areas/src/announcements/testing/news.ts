import type { Client } from '@wfp/testing';

/** Calls of the announcement endpoints, as one user. */
export function newsOf(by: Client) {
  const create = async (fields: object = {}): Promise<number> => {
    const body = { title: 'New office', body_md: 'We move on **Monday**.', ...fields };
    const { status, body: row } = await by.call('POST', '/announcements', body);
    if (status !== 201) throw new Error(JSON.stringify(row));
    return row.id;
  };
  const publish = (id: number, body: object = {}) => by.call('POST', `/announcements/${id}/publish`, body);
  return {
    create,
    publish,
    published: async (fields: object = {}): Promise<number> => {
      const id = await create(fields);
      const { status, body } = await publish(id);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return id;
    },
    unpublish: (id: number) => by.call('POST', `/announcements/${id}/unpublish`),
    get: (id: number) => by.call('GET', `/announcements/${id}`),
    patch: (id: number, body: object) => by.call('PATCH', `/announcements/${id}`, body),
    list: async (query = ''): Promise<number[]> =>
      (await by.call('GET', `/announcements?limit=100&${query}`)).body.data.map(
        (row: { id: number }) => row.id,
      ),
    read: (id: number) => by.call('POST', `/announcements/${id}/read`),
    acknowledge: (id: number, body: object = {}) => by.call('POST', `/announcements/${id}/acknowledge`, body),
  };
}

/** A time `seconds` from now. */
export const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

/** An audience of employees in a team or a team below it. */
export const inTeam = (id: number) => ({ field: 'team_id', op: 'eq', value: id });
