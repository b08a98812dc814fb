import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { watchAnswers } from '@wfp/testing/answers.ts';
import { afterAll, inject } from 'vitest';
import { checkAnswer } from './check-answer.ts';
import { noteSeen } from './seen.ts';

/** Which operation a request that may have written was for. */
const requests: string[] = [];

// Whatever a test asks the service for, the answer is as the description of the API says.
watchAnswers((asked, answer) => {
  const seen = checkAnswer(asked, answer);
  if (!seen) return;
  noteSeen(`${seen.operation} ${seen.status}`);
  const request_id = answer.headers.get('x-request-id');
  if (asked.method.toUpperCase() !== 'GET' && request_id) requests.push(`${request_id} ${seen.operation}\n`);
});

afterAll(() => {
  appendFileSync(path.join(inject('seenEvents'), `requests-${process.pid}`), requests.join(''));
  requests.length = 0;
});
