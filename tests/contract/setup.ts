import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { observeResponses } from '@wfp/testing/answers.ts';
import { afterAll, inject } from 'vitest';
import { checkResponse } from './check-response.ts';
import { markSeen } from './seen-responses.ts';

// Tests name today's date and the present month: no file begins in the last minute of a day (UTC).
const dayMs = 86_400_000;
const leftMs = dayMs - (Date.now() % dayMs);
if (leftMs < 60_000) await pause(leftMs);

/** Which operation a request that may have written was for. */
const requests: string[] = [];

// Whatever a test asks the service for, the answer is as the description of the API says.
observeResponses((asked, answer) => {
  const seen = checkResponse(asked, answer);
  if (!seen) return;
  markSeen(`${seen.operation} ${seen.status}`);
  const request_id = answer.headers.get('x-request-id');
  if (asked.method.toUpperCase() !== 'GET' && request_id) requests.push(`${request_id} ${seen.operation}\n`);
});

afterAll(() => {
  appendFileSync(path.join(inject('seenEvents'), `requests-${process.pid}`), requests.join(''));
  requests.length = 0;
});
