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
import type { RowRights } from '../row-rights/row-rights.store.ts';
import type { Exportable } from '../transfer/exportable.ts';
import type { Importable } from '../transfer/importable.ts';
import type { EventType } from './events/event-type.ts';
import type { MenuEntry } from './menu.ts';
import type { PermittedStates } from './record-state.ts';
import type { ReviewedWrite, Reviewer } from './review.ts';
import type { EnumValueLookup, NamedValueLookup } from './value-lookups.ts';

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** The arguments of an authenticated endpoint's handler, validated and typed. */
export interface Call<Params, Query, Body> {
  caller: Caller;
  params: Params;
  query: Query;
  body: Body;
}

/** The arguments of a public endpoint's handler, which has no caller. */
export interface PublicCall<Params, Query, Body> {
  platform: Platform;
  origin: Origin;
  /** The event types the endpoint may write, for a caller that the handler creates. */
  emits: readonly string[];
  params: Params;
  query: Query;
  body: Body;
}

/** A request that the service sends to a server of its users, as an OpenAPI callback. */
export interface EndpointCallback {
  name: string;
  /** The field of the body that contains the URL. */
  to: string;
  summary: string;
  description: string;
  headers: Readonly<Record<string, string>>;
  /** The OpenAPI component of the body. */
  body: string;
}

export interface EndpointDeclaration {
  method: Method;
  /** Below `/api`, with `:name` for parameters. */
  path: string;
  /** Verb and object, at most 60 characters. */
  summary: string;
  /** The first sentences of the OpenAPI description, in addition to the summary. */
  details?: string;
  /** The OpenAPI operation id, if the one derived from method and path is unclear. */
  operationId?: string;
  /** Error kinds in addition to those that every endpoint of its kind can return. */
  fails?: readonly ErrorKind[];
  /** Requests that the service sends later, to a URL in the body. */
  callback?: EndpointCallback;
  /** Event types that the endpoint writes itself. Writing another event type throws. */
  emits?: readonly string[];
  /** Announcements that the endpoint makes. It may also write the events of their consequences. */
  announces?: readonly AnyAnnouncement[];
  /** Returns the account whose attempts are limited, for endpoints that check passwords or codes. */
  throttle?: (body: never, caller: Caller | null) => string;
  /**
   * Returns whose requests have the same limit, for requests that are expensive although they check no secret; undefined
   * for one without a limit.
   */
  limitedBy?: (body: never, caller: Caller | null) => string | undefined;
  /** Success proves that the account is the caller's: its limit then no longer applies to the network of the caller. */
  remembersNetwork?: true;
  /** Access restrictions that do not apply to this endpoint. */
  exemptFrom?: readonly AccessRestriction[];
  /**
   * True if the response has no personal data, so that browsers may store it. They ask with its entity tag whether it has
   * changed before they use it. Default: no response is stored.
   */
  isStorable?: boolean;
  /** Secret fields of the response: idempotent replays omit them. */
  secretFields?: readonly string[];
  /**
   * The resource that If-Match refers to, if it is not that of the permission; false if the changed data has no
   * version, so that If-Match always fails.
   */
  versionedResource?: string | false;
  /** The handler receives `SessionCookies`. Rejects requests of pages of other origins. */
  usesCookies?: true;
  /** The response is a record or a list of records, which have `can` with `include=can`: the rights on them. */
  rowRights?: RowRights;
  /** The states of the record in which the operation can succeed; default: all. The metadata of the platform has them. */
  when?: PermittedStates;
  /** The write that pre-write hooks review. */
  review?: ReviewedWrite<never>;
  /**
   * The endpoint changes nothing although it is not a GET: it emits no events and ignores `Idempotency-Key`, so that no
   * transaction is open while its handler runs.
   */
  isReadOnly?: true;
  /** Each call of the GET endpoint writes an audit entry, so that it must not be called without a request of a user. */
  recordsReads?: true;
}

export interface Shapes<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params?: P;
  query?: Q;
  body?: B;
  /** The success status and the schema of its body; null for no body. */
  returns: Record<number, z.ZodType | null>;
}

export type Access = Permission | 'signed-in' | 'public';

/** An endpoint with its types erased, for routing, OpenAPI and generated tests. */
export interface Endpoint extends EndpointDeclaration {
  can: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  returns: Record<number, z.ZodType | null>;
  /** `stream`: `apps/api` keeps the response open; the handler is not called. */
  kind: 'plain' | 'stream' | 'upload' | 'download';
  handler: (call: never) => unknown;
}

export type None = z.ZodType<Record<string, never>>;

/** Declares an endpoint without authentication. */
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

/** Declares a stream, which `apps/api` serves after the usual checks. */
export function streamEndpoint<Q extends z.ZodType>(
  declaration: EndpointDeclaration & { can: Permission; query: Q },
): Endpoint {
  return { kind: 'stream', returns: { 200: null }, handler: () => undefined, ...declaration } as Endpoint;
}

export interface Download {
  name: string;
  mime: string;
  /** In bytes, if known in advance. */
  size?: number;
  content: Readable;
  /** The caller, or the user of a link: the download counts for their share of those in progress. */
  caller: Caller;
}

/** Declares an endpoint whose handler returns a {@link Download}. */
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

export interface Upload {
  /** The request stream, unread and without a size limit. */
  content: Readable;
  /**
   * Reads the rights of the caller again, once the content has arrived: the client decides how long that takes.
   *
   * @throws AppError `unauthenticated` or `forbidden`
   */
  reauthorize(): Promise<Caller>;
}

/** Declares an endpoint for raw bytes. */
export function uploadEndpoint<P extends z.ZodType = None, Q extends z.ZodType = None>(
  declaration: EndpointDeclaration &
    Pick<Shapes<P, Q, None>, 'params' | 'query' | 'returns'> & {
      can: Permission | 'signed-in';
      handler: (call: Call<z.output<P>, z.output<Q>, Upload>) => unknown;
    },
): Endpoint {
  return { kind: 'upload', ...declaration } as unknown as Endpoint;
}

/** Validates values of custom fields. Returns errors by field; an empty object if there are none. */
export type CustomFieldCheck = (sent: {
  tx: Transaction;
  caller: Caller;
  resource: string;
  values: Readonly<Record<string, unknown>>;
}) => Promise<Readonly<Record<string, string>>>;

/** One product area: a folder, and an entry in the list of areas. */
/** A command for operators, by the name that follows `npm run ops --`. */
export interface OperatorCommand {
  name: string;
  emits: readonly string[];
}

/** Rows of a list that the demo organization has. */
export interface DemoRows {
  path: string;
  /** The field by which a row is recognized that exists already. */
  key: string;
  /** The bodies of `POST` to the path, in order. */
  rows: readonly Readonly<Record<string, unknown>>[];
}

export interface Area {
  name: string;
  /** The heading of its endpoints in the API reference. Default: the name as words, `Task labels`. */
  title?: string;
  /** One sentence about the subject of its endpoints, for the OpenAPI tag. */
  about?: string;
  resources?: readonly Resource[];
  endpoints?: readonly Endpoint[];
  /** The event types of its records, including those that other areas emit. */
  events?: readonly EventType[];
  /** Announcements that the area makes to other areas, within the transactions of the announced changes. */
  announcements?: readonly AnyAnnouncement[];
  consequences?: readonly AnyConsequence[];
  jobs?: readonly Job[];
  /** Commands of operators that write events of the area. */
  commands?: readonly OperatorCommand[];
  /** Functions that process every committed event, in the relay's transaction. */
  projections?: readonly Projection[];
  /** Registers the metrics of its jobs and backlogs in a worker. */
  measure?(platform: Platform): void;
  reviewers?: readonly Reviewer[];
  exports?: readonly Exportable[];
  /** Validates custom fields; provided by the area that manages their definitions. */
  customFields?: CustomFieldCheck;
  /** Looks up the values of enums; provided by the area that manages enums. */
  enumValueLookup?: EnumValueLookup;
  /** Look up the values for schemas of `NamedValue`, by the kind of the value. */
  namedValueLookups?: Readonly<Record<string, NamedValueLookup>>;
  imports?: readonly Importable[];
  /** Consistency checks that operators can run. */
  checks?: readonly Check[];
  /** Its entries of the default menu, in the order within their groups. */
  menu?: readonly MenuEntry[];
  /** The area's columns with encrypted values, for re-encryption with another key. */
  encryptedColumns?: readonly EncryptedColumn[];
  /** Its rows in the demo organization, unless others refer to them. */
  demo?: readonly DemoRows[];
  /** The expired rows of the area, which the lane `maintenance` deletes after a margin for inquiries. */
  expired?: readonly ExpiredRows[];
}

/** Parts of an area derived from one declaration, such as a resource. */
type AreaParts = Partial<Pick<Area, 'resources' | 'endpoints' | 'events' | 'exports' | 'imports' | 'checks'>>;

/** Declares an area. Parts from `declared` come before those that the area lists itself. */
export function defineArea({ declared = [], ...area }: Area & { declared?: readonly AreaParts[] }): Area {
  const all = [...declared, area];
  rejectBodiesOfDelete(all.flatMap((one) => one.endpoints ?? []));
  return {
    ...area,
    resources: all.flatMap((one) => one.resources ?? []),
    endpoints: all.flatMap((one) => one.endpoints ?? []),
    events: all.flatMap((one) => one.events ?? []),
    exports: all.flatMap((one) => one.exports ?? []),
    imports: all.flatMap((one) => one.imports ?? []),
    checks: all.flatMap((one) => one.checks ?? []),
  };
}

/** Proxies and HTTP clients may drop the body of a DELETE. */
function rejectBodiesOfDelete(endpoints: readonly Endpoint[]): void {
  const one = endpoints.find(({ method, body }) => method === 'delete' && body !== undefined);
  if (one)
    throw new Error(`DELETE ${one.path} must not have a body: declare an action, POST ${one.path}/<verb>`);
}

/** The success status of an endpoint, and the schema of its body. */
export function successOf(one: Endpoint): { status: number; shape: z.ZodType | null } {
  const [status, shape] = Object.entries(one.returns)[0] ?? ['200', null];
  return { status: Number(status), shape };
}
