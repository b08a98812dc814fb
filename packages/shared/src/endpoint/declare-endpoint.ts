import type { z } from 'zod';
import type { Permission } from '../access/rights.ts';
import { withRowRights } from '../row-rights/include-rights.ts';
import type { Call, Endpoint, EndpointDeclaration, None, Shapes } from './endpoint.ts';

/**
 * Declares an endpoint that requires credentials. Its route, request pipeline, permission check, documentation and
 * generated tests follow from this value.
 */
export function endpoint<P extends z.ZodType = None, Q extends z.ZodType = None, B extends z.ZodType = None>(
  declaration: EndpointDeclaration &
    Shapes<P, Q, B> & {
      can: Permission | 'signed-in';
      handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => unknown;
    },
): Endpoint {
  return withRowRights({ kind: 'plain', ...declaration } as Endpoint);
}
