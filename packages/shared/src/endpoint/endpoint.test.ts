import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from './declare-endpoint.ts';
import { defineArea } from './endpoint.ts';

const removal = (body?: z.ZodType) =>
  endpoint({
    method: 'delete',
    path: '/cups/:id',
    summary: 'Remove a cup',
    can: 'signed-in',
    ...(body && { body: body as z.ZodType<Record<string, never>> }),
    returns: { 204: null },
    handler: () => null,
  });

it('rejects a DELETE with a body, of the area itself and of its declared resources', () => {
  const sent = removal(z.strictObject({ reason: z.string() }));
  const message = 'DELETE /cups/:id must not have a body: declare an action, POST /cups/:id/<verb>';
  expect(() => defineArea({ name: 'kitchen', endpoints: [sent] })).toThrow(message);
  expect(() => defineArea({ name: 'kitchen', declared: [{ endpoints: [sent] }] })).toThrow(message);
  expect(defineArea({ name: 'kitchen', endpoints: [removal()] }).endpoints).toHaveLength(1);
});
