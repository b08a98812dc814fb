import type { Endpoint } from './endpoint.ts';

/** Max bytes of a JSON body, decompressed. */
export const maxBodyBytes = 1024 * 1024;
/** Max bytes of the body of a public endpoint: a client without credentials should not cause much work. */
export const maxPublicBodyBytes = 16 * 1024;
/**
 * Max keys and list items of a JSON body, nested ones included. Counting them is cheap; validating each of them is not.
 */
export const maxBodyValues = 10_000;
/** Max keys among them. A key costs several times as much as a list item. */
export const maxBodyKeys = 2_000;

/** Max parameters of a query: more than any endpoint has. */
export const maxQueryParameters = 100;

/** The max bytes of the JSON body of an endpoint. */
export const bodyLimitOf = ({ can }: Endpoint): number =>
  can === 'public' ? maxPublicBodyBytes : maxBodyBytes;
