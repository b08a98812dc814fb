import { z } from 'zod';
import { commaSeparated } from './comma-separated.ts';
import { count, mebibytes, optionalCount, seconds } from './numbers.ts';

/** An origin exactly as browsers send it in `Origin`: scheme, host and port, without a path or a final slash. */
const isOrigin = (text: string) =>
  /^https?:/.test(text) && !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;

/** Proxies, browsers, rate limits and event streams. */
export const httpKeys = {
  ADMIN_UI: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`on` serves the [admin application](admin.md) at the root of the API, if it is built. Mails with a token link to it, so the value must be the same for all processes.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .describe('Addresses of proxies whose `X-Forwarded-For` is trusted, separated by commas.'),
  CORS_ORIGINS: commaSeparated
    .refine(
      (origins) => origins.every((one) => one === '*' || isOrigin(one)),
      'Must be origins such as https://app.example.com, separated by commas',
    )
    .describe(
      'Origins whose pages may call the API, separated by commas. `*` permits all and is rejected in production.',
    ),
  RATE_LIMIT_PER_MINUTE: optionalCount.describe(
    'Requests per minute of one credential, or of one address without credentials. 0 disables the limit.',
  ),
  LOGIN_RATE_LIMIT_PER_MINUTE: optionalCount.describe(
    'Attempts per minute at passwords, codes and tokens, for one account and from one address. 0 disables the limit.',
  ),
  RESPONSE_STALL_SECONDS: seconds(30).describe(
    'A client that accepts no byte of its response for this time is disconnected, at the latest after twice the time.',
  ),
  RESPONSE_MAX_UNSENT_MIB: mebibytes(128).describe(
    'Responses of more than 16 KiB that clients have not received yet, per API process; 25 % of it for all unverified organizations. Above it, the slowest client of the organization with the most is disconnected.',
  ),
  SSE_HEARTBEAT_SECONDS: seconds(30).describe('Interval between heartbeats of an event stream in seconds.'),
  SSE_MAX_PER_CREDENTIAL: count(1_000).describe(
    'Event streams of one credential per API process. Further requests receive status 200 and a `retry:` time.',
  ),
  SSE_MAX_PER_ORGANIZATION: count(5_000).describe('Event streams of one organization per API process.'),
  SSE_MAX_PER_POD: count(10_000).describe(
    'Event streams per API process; 25 % of it for all unverified organizations. Above it, a stream of the organization with the most is closed.',
  ),
};
