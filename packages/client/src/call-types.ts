import type { ClientPathsWithMethod, Client as HttpClient, MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './api-types.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type PathOf<M extends Method> = ClientPathsWithMethod<HttpClient<paths>, M>;

/** Options of a request: `params`, `body`, `headers`, `signal` and more. */
export type InitOf<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M & keyof paths[P]>;

/** The argument `init`, which is optional if none of its members is required, or if the path is invalid. */
export type InitArguments<M extends Method, P extends PathOf<M>, Init> =
  PathOf<M> extends P ? [init?: Init] : Partial<Init> extends Init ? [init?: Init] : [init: Init];

type Success<Operation> = Operation extends { responses: infer Answers }
  ? { [Status in keyof Answers & (200 | 201 | 202 | 204)]: Content<Answers[Status]> }[keyof Answers &
      (200 | 201 | 202 | 204)]
  : never;
type Content<Answer> = Answer extends { content: infer Bodies extends object }
  ? Bodies[keyof Bodies]
  : undefined;

/** The body of an endpoint's successful response. */
export type DataOf<M extends Method, P extends PathOf<M>, Init = unknown> = Init extends { parseAs: infer As }
  ? ReadAs<As, Answered<M, P>>
  : Answered<M, P>;
type Answered<M extends Method, P extends PathOf<M>> = M extends keyof paths[P]
  ? Success<paths[P][M]>
  : never;

/** The result of `parseAs`. */
type ReadAs<As, Data> = As extends keyof Readings ? Readings[As] : Data;
interface Readings {
  arrayBuffer: ArrayBuffer;
  blob: Blob;
  stream: ReadableStream<Uint8Array> | null;
  text: string;
}

/** Calls an endpoint. @throws ApiError for an error response, ConnectionError without a complete response */
export type Call<M extends Method> = <P extends PathOf<M>, Init extends InitOf<M, P>>(
  path: P,
  ...init: InitArguments<M, P, Init>
) => Promise<DataOf<M, P, Init>>;

/** Paths of lists. */
export type ListPath = {
  [P in PathOf<'get'>]: DataOf<'get', P> extends { data: unknown[]; total: number } ? P : never;
}[PathOf<'get'>];

export type RowOf<P extends ListPath> = DataOf<'get', P> extends { data: (infer Row)[] } ? Row : never;
