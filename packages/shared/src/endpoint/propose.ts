import type { Caller } from '../caller.ts';
import type { Proposal } from './review.ts';

type Values = Readonly<Record<string, unknown>>;

interface RowCall {
  caller: Caller;
  params: { id: number };
  body?: unknown;
}

/**
 * Proposes what the body describes, such as a new record or an export.
 *
 * @param secrets fields of the body that reviewers do not receive
 */
export const proposeBody =
  (...secrets: readonly string[]) =>
  ({ body }: { body: unknown }): Proposal[] => [
    { record_id: null, change: without(body as Values, secrets) },
  ];

/**
 * Proposes a write of the record in the path, with the body as the change. Proposes nothing if `find` does not return
 * the record: the write then rejects the request.
 */
export const proposeRow =
  (
    find: (caller: Caller, id: number) => Promise<object | undefined>,
    change: (body: Values) => Values = (body) => body,
  ) =>
  async ({ caller, params: { id }, body }: RowCall): Promise<Proposal[]> =>
    (await find(caller, id)) ? [{ record_id: id, change: change((body ?? {}) as Values) }] : [];

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
