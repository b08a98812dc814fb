import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { observeResponses } from '@wfp/testing/response-observer.ts';
import { afterAll, inject } from 'vitest';
import { checkResponse } from './check-response.ts';
import { markSeen } from './seen-responses.ts';

// Tests use today's date and the current month: do not start a file in the last minute of a day (UTC).
const dayMs = 86_400_000;
const leftMs = dayMs - (Date.now() % dayMs);
if (leftMs < 60_000) await pause(leftMs);

/** Request ids with the operation. A GET can write, too: `GET /audit-log/verify` does. */
const requests: string[] = [];

// Checks every response that a test receives against the OpenAPI document.
observeResponses((request, response) => {
  const seen = checkResponse(request, response);
  if (!seen) return;
  markSeen(`${seen.operation} ${seen.status}`);
  const request_id = response.headers.get('x-request-id');
  if (request_id) requests.push(`${request_id} ${seen.operation}\n`);
});

afterAll(() => {
  appendFileSync(path.join(inject('seenEvents'), `requests-${process.pid}`), requests.join(''));
  requests.length = 0;
});
