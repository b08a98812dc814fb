import type { ClientPathsWithMethod, Client as HttpClient, MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './api-types.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have a method. */
export type PathOf<M extends Method> = ClientPathsWithMethod<HttpClient<paths>, M>;

/** What is sent to an endpoint, and how: `params`, `body`, `headers`, `signal` and more. */
export type InitOf<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M & keyof paths[P]>;

/** It may be left out where nothing in it is required, and where it is the path that is wrong. */
export type InitArguments<M extends Method, P extends PathOf<M>, Init> =
  PathOf<M> extends P ? [init?: Init] : Partial<Init> extends Init ? [init?: Init] : [init: Init];

/** Of an operation, what its answers hold when all goes well; undefined for one without a body. */
type Success<Operation> = Operation extends { responses: infer Answers }
  ? { [Status in keyof Answers & (200 | 201 | 202 | 204)]: Content<Answers[Status]> }[keyof Answers &
      (200 | 201 | 202 | 204)]
  : never;
type Content<Answer> = Answer extends { content: infer Bodies extends object }
  ? Bodies[keyof Bodies]
  : undefined;

/** What an endpoint answers with when all goes well. */
export type DataOf<M extends Method, P extends PathOf<M>, Init = unknown> = Init extends { parseAs: infer As }
  ? ReadAs<As, Answered<M, P>>
  : Answered<M, P>;
type Answered<M extends Method, P extends PathOf<M>> = M extends keyof paths[P]
  ? Success<paths[P][M]>
  : never;

/** What `parseAs` makes of an answer. */
type ReadAs<As, Data> = As extends keyof Readings ? Readings[As] : Data;
interface Readings {
  arrayBuffer: ArrayBuffer;
  blob: Blob;
  stream: ReadableStream<Uint8Array> | null;
  text: string;
}

/** Calls an endpoint. @throws ApiError where the service says no, ConnectionError where it says nothing */
export type Call<M extends Method> = <P extends PathOf<M>, Init extends InitOf<M, P>>(
  path: P,
  ...init: InitArguments<M, P, Init>
) => Promise<DataOf<M, P, Init>>;

/** Paths that answer with a list. */
export type ListPath = {
  [P in PathOf<'get'>]: DataOf<'get', P> extends { data: unknown[]; total: number } ? P : never;
}[PathOf<'get'>];

/** A row of a list. */
export type RowOf<P extends ListPath> = DataOf<'get', P> extends { data: (infer Row)[] } ? Row : never;
