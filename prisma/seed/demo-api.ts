import { areas, authenticate } from '@wfp/areas';
import { AppError, type Endpoint, type Method, type Origin, type Platform, resolveEmits } from '@wfp/shared';

/** Input of an endpoint, with values as a client would send them. */
interface Asked {
  params?: Record<string, number>;
  query?: Record<string, string>;
  body?: object;
}

/** The fields of a response row that the seed reads. */
export interface Row {
  id: number;
  [field: string]: unknown;
}

/** Calls the service as one signed-in user. */
export interface DemoApi {
  call<Answer = Row>(method: Method, path: string, asked?: Asked): Promise<Answer>;
  /** Ids of the first hundred rows of a list, by a key. */
  known(
    path: string,
    keyOf: (row: Row) => unknown,
    params?: Record<string, number>,
  ): Promise<Map<string, number>>;
}

/** Request id of the demo's writes in the audit log. */
const seedRequest = 'demo-seed';
/** Request id of the seed's last write: its audit entry shows that the seed is complete. */
export const seedFinished = 'demo-seed-finished';

const originOf = (request_id: string): Origin => ({ request_id, ip: null, user_agent: null });

const endpoints = areas.flatMap((area) => area.endpoints ?? []);

function declared(method: Method, path: string): Endpoint {
  const found = endpoints.find((one) => one.method === method && one.path === path);
  if (!found) throw new Error(`There is no ${method.toUpperCase()} ${path}`);
  return found;
}

/**
 * Calls an endpoint without HTTP, in the same way as the pipeline: the input is validated by its
 * schemas, and its handler gets a caller with the current rights of the token.
 */
async function callEndpoint(
  platform: Platform,
  one: Endpoint,
  token: string | null,
  asked: Asked,
  request_id: string,
): Promise<unknown> {
  const texts = Object.entries(asked.params ?? {}).map(([name, id]) => [name, String(id)]);
  const input = {
    params: one.params?.parse(Object.fromEntries(texts)) ?? {},
    query: one.query?.parse(asked.query ?? {}) ?? {},
    body: one.body?.parse(asked.body) ?? {},
  };
  const origin = originOf(request_id);
  const emits = resolveEmits(areas, one);
  const call = token
    ? { caller: await authenticate(platform, token, origin, new Set(emits)), ...input }
    : { platform, origin, emits, ...input };
  return (one.handler as (call: object) => unknown)(call);
}

/** The message of an `AppError` does not contain field errors, which the seed's author needs. */
function explained(method: Method, path: string, asked: Asked): (error: unknown) => never {
  return (error) => {
    const why = error instanceof AppError ? JSON.stringify(error.details ?? error.message) : String(error);
    const sent = JSON.stringify(asked.body ?? {});
    throw new Error(`The demo could not ${method.toUpperCase()} ${path} ${sent}: ${why}`, { cause: error });
  };
}

/** Calls an endpoint without credentials. */
export async function callPublic(
  platform: Platform,
  path: string,
  body: object,
): Promise<{ access_token: string }> {
  const answer = callEndpoint(platform, declared('post', path), null, { body }, seedRequest);
  return (await answer.catch(explained('post', path, {}))) as { access_token: string };
}

/** Calls the service as the owner of a token. */
export function apiWith(platform: Platform, token: string, request_id = seedRequest): DemoApi {
  const call = async <Answer>(method: Method, path: string, asked: Asked = {}): Promise<Answer> => {
    const answer = callEndpoint(platform, declared(method, path), token, asked, request_id);
    return (await answer.catch(explained(method, path, asked))) as Answer;
  };
  return {
    call,
    known: async (path, keyOf, params = {}) => {
      const { data } = await call<{ data: Row[] }>('get', path, { query: { limit: '100' }, params });
      return new Map(data.map((row) => [String(keyOf(row)), row.id]));
    },
  };
}

/** Ids by the names that the demo data use. */
export type Ids = Map<string, number>;

export function required(ids: Ids, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo refers to ${name}, which it does not create`);
  return id;
}
