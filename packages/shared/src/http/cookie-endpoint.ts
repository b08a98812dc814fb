import type { z } from 'zod';
import type { Endpoint, EndpointDeclaration, None, PublicCall, Shapes } from '../endpoint/endpoint.ts';

/**
 * The session cookies of a browser, one for each organization. Scripts cannot read them, and the browser sends them only
 * with requests of pages of this service.
 */
export interface SessionCookies {
  get(org_id: number): string | undefined;
  set(org_id: number, token: string): void;
  clear(org_id: number): void;
}

/** Declares an endpoint that uses the session cookies of browsers instead of the credentials of a caller. */
export function cookieEndpoint<Q extends z.ZodType = None, B extends z.ZodType = None>(
  declaration: EndpointDeclaration &
    Pick<Shapes<None, Q, B>, 'query' | 'body' | 'returns'> & {
      handler: (call: PublicCall<unknown, z.output<Q>, z.output<B>> & { cookies: SessionCookies }) => unknown;
    },
): Endpoint {
  return { kind: 'plain', can: 'public', usesCookies: true, ...declaration } as Endpoint;
}
