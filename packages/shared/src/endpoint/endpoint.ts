import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Permission, Resource } from '../access/rights.ts';
import type { AccessRestriction, Caller, Origin } from '../caller.ts';
import type { AnyAnnouncement } from '../consequences/announcement.ts';
import type { AnyConsequence } from '../consequences/consequence.ts';
import type { Transaction } from '../db/index.ts';
import type { Check, EncryptedColumn, ExpiredRows } from '../db/schema/check.ts';
import type { ErrorKind } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { Job, Projection } from '../queue/job.ts';
import type { Exportable } from '../transfer/exportable.ts';
import type { Importable } from '../transfer/importable.ts';
import type { EventType } from './event-type.ts';
import type { Review, ReviewedWrite, Reviewer } from './review.ts';
import type { EnumValueLookup, NamedValueLookup } from './value-lookups.ts';

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** What a handler of an authenticated endpoint gets: everything checked and typed. */
export interface Call<Params, Query, Body> {
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
  /** What was said before the write that this is, where somebody was asked. */
  review?: Review | undefined;
}

/** What a handler without credentials gets: no caller, only where the call came from. */
export interface PublicCall<Params, Query, Body> {
  platform: Platform;
  origin: Origin;
  /** The event types the endpoint may write, for the caller the handler makes. */
  emits: readonly string[];
  params: Params;
  query: Query;
  body: Body;
}

/** Requests that the service makes of others. */
export interface EndpointCallback {
  name: string;
  /** The field of the body that names the address. */
  to: string;
  summary: string;
  description: string;
  /** Headers of the request, with what each is. */
  headers: Readonly<Record<string, string>>;
  /** The component that is the body. */
  body: string;
}

interface EndpointDeclaration {
  method: Method;
  /** Below `/api`, with `:name` for parameters. */
  path: string;
  /** Verb and object, at most 60 characters. */
  summary: string;
  /** Sentences for the description of the API, with what the summary leaves out. */
  details?: string;
  /** Its name in the description of the API, where the one that follows from method and path would be a bad one. */
  operationId?: string;
  /** What it may be refused with besides what every endpoint of its kind may. */
  fails?: readonly ErrorKind[];
  /** What the service sends by itself later, to an address that the body names. */
  callback?: EndpointCallback;
  /** Event types that the endpoint writes itself. Writing another one throws. */
  emits?: readonly string[];
  /** Announcements that it makes: what their consequences write, it may write as well. */
  announces?: readonly AnyAnnouncement[];
  /** For endpoints that try passwords or codes: the account whose attempts are counted, from the body. */
  throttle?: (body: never, caller: Caller | null) => string;
  /** Conditions that stop other endpoints and not this one. */
  exemptFrom?: readonly AccessRestriction[];
  /** Fields of the answer that are secrets: an idempotent replay leaves them out. */
  secretFields?: readonly string[];
  /**
   * The resource of the row that If-Match is about, where it is not that of the permission; false where what
   * is changed has no version of its own, so that no If-Match can hold.
   */
  versionedResource?: string | false;
  /** What it is about to write, for those whom an organization wants to be asked before. */
  review?: ReviewedWrite<never>;
  /**
   * It changes nothing though it is no GET: it has no event, and no answer is kept for an `Idempotency-Key`, which means
   * nothing here. So no transaction is open while its handler takes its time. Tests hold it to that.
   */
  isReadOnly?: true;
}

interface Shapes<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params?: P;
  query?: Q;
  body?: B;
  /** The status of success and the shape of its body; null for no body. */
  returns: Record<number, z.ZodType | null>;
}

export type Access = Permission | 'signed-in' | 'public';

/** An endpoint with its types erased: what the mount, the documents and the generated tests work on. */
export interface Endpoint extends EndpointDeclaration {
  can: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  returns: Record<number, z.ZodType | null>;
  /** `stream`: the answer is a stream that `apps/api` holds open; the handler is not called. */
  kind: 'plain' | 'stream' | 'upload' | 'download';
  handler: (call: never) => unknown;
}

type None = z.ZodType<Record<string, never>>;

/**
 * Declares an endpoint that needs credentials. From this one value follow its mount, its place in the
 * pipeline, its permission, its documentation and the generated tests.
 */
export function endpoint<P extends z.ZodType = None, Q extends z.ZodType = None, B extends z.ZodType = None>(
  declaration: EndpointDeclaration &
    Shapes<P, Q, B> & {
      can: Permission | 'signed-in';
      handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => unknown;
    },
): Endpoint {
  return { kind: 'plain', ...declaration } as Endpoint;
}

/** Declares an endpoint that anybody may call. */
export function publicEndpoint<
  P extends z.ZodType = None,
  Q extends z.ZodType = None,
  B extends z.ZodType = None,
>(
  declaration: EndpointDeclaration &
    Shapes<P, Q, B> & { handler: (call: PublicCall<z.output<P>, z.output<Q>, z.output<B>>) => unknown },
): Endpoint {
  return { kind: 'plain', can: 'public', ...declaration } as Endpoint;
}

/** Declares the endpoint of a stream; `apps/api` serves it after the same checks as any other. */
export function streamEndpoint<Q extends z.ZodType>(
  declaration: EndpointDeclaration & { can: Permission; query: Q },
): Endpoint {
  return { kind: 'stream', returns: { 200: null }, handler: () => undefined, ...declaration } as Endpoint;
}

/** Bytes to answer with instead of JSON. */
export interface Download {
  name: string;
  mime: string;
  /** Bytes, where they are known beforehand. */
  size?: number;
  content: Readable;
}

/** Declares an endpoint whose handler answers with a {@link Download}. Public when `can` is. */
export function downloadEndpoint<P extends z.ZodType = None, Q extends z.ZodType = None>(
  declaration: EndpointDeclaration &
    Pick<Shapes<P, Q, None>, 'params' | 'query'> &
    (
      | {
          can: Permission | 'signed-in';
          handler: (call: Call<z.output<P>, z.output<Q>, unknown>) => Promise<Download>;
        }
      | {
          can: 'public';
          handler: (call: PublicCall<z.output<P>, z.output<Q>, unknown>) => Promise<Download>;
        }
    ),
): Endpoint {
  return { kind: 'download', returns: { 200: null }, ...declaration } as unknown as Endpoint;
}

/** Declares an endpoint that takes raw bytes: its `body` is the request's stream, unread and unbounded. */
export function uploadEndpoint<P extends z.ZodType = None, Q extends z.ZodType = None>(
  declaration: EndpointDeclaration &
    Pick<Shapes<P, Q, None>, 'params' | 'query' | 'returns'> & {
      can: Permission | 'signed-in';
      handler: (call: Call<z.output<P>, z.output<Q>, Readable>) => unknown;
    },
): Endpoint {
  return { kind: 'upload', ...declaration } as unknown as Endpoint;
}

/** Returns what is wrong with the values of custom fields, by field; an empty object if nothing is. */
export type CustomFieldCheck = (sent: {
  /** The transaction of the write. */
  tx: Transaction;
  caller: Caller;
  /** The code of the resource. */
  resource: string;
  values: Readonly<Record<string, unknown>>;
}) => Promise<Readonly<Record<string, string>>>;

/** One product area: everything the processes mount. To add one is a folder and an entry in the list. */
export interface Area {
  name: string;
  /** The subject of its endpoints, in a sentence for readers of the description of the API. */
  about?: string;
  resources?: readonly Resource[];
  endpoints?: readonly Endpoint[];
  /** The event types of its records, including those that other areas emit. */
  events?: readonly EventType[];
  /** Facts that it makes known to other areas within the transaction in which they become true. */
  announcements?: readonly AnyAnnouncement[];
  /** Its reactions to announcements of other areas. */
  consequences?: readonly AnyConsequence[];
  jobs?: readonly Job[];
  /** Rows that must exist for every committed event, written by the relay in its own transaction. */
  projections?: readonly Projection[];
  /** Registers the metrics of its jobs and backlogs in a worker. */
  measure?(platform: Platform): void;
  /** Reviewers that are asked before a write. */
  reviewers?: readonly Reviewer[];
  /** The lists that can be exported. */
  exports?: readonly Exportable[];
  /** Checks values of custom fields: the area that lets organizations define them. */
  customFields?: CustomFieldCheck;
  /** Looks up the values of enums: the area that lets organizations extend them. */
  enumValueLookup?: EnumValueLookup;
  /** Looks up the values that schemas of `NamedValue` take, by their kind. */
  namedValueLookups?: Readonly<Record<string, NamedValueLookup>>;
  /** The resources that can be imported from a file. */
  imports?: readonly Importable[];
  /** Checks of its rows that operators can run. */
  checks?: readonly Check[];
  /** Its columns that hold encrypted values, which another key can be given. */
  encryptedColumns?: readonly EncryptedColumn[];
  /** Its rows that are no longer needed, with a margin for questions about them. */
  expired?: readonly ExpiredRows[];
}

/** Parts of an area that follow from one declaration, such as a declared resource. */
type AreaParts = Partial<Pick<Area, 'resources' | 'endpoints' | 'events' | 'exports' | 'imports'>>;

/** Declares an area. What follows from `declared` comes before what the area lists itself. */
export function defineArea({ declared = [], ...area }: Area & { declared?: readonly AreaParts[] }): Area {
  const all = [...declared, area];
  return {
    ...area,
    resources: all.flatMap((one) => one.resources ?? []),
    endpoints: all.flatMap((one) => one.endpoints ?? []),
    events: all.flatMap((one) => one.events ?? []),
    exports: all.flatMap((one) => one.exports ?? []),
    imports: all.flatMap((one) => one.imports ?? []),
  };
}

/** The status an endpoint answers success with, and its body's shape. */
export function successOf(one: Endpoint): { status: number; shape: z.ZodType | null } {
  const [status, shape] = Object.entries(one.returns)[0] ?? ['200', null];
  return { status: Number(status), shape };
}
