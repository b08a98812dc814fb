import { watchAnswers } from '@wfp/testing/answers.ts';
import { checkAnswer } from './check-answer.ts';
import { noteSeen } from './seen.ts';

// Whatever a test asks the service for, the answer is as the description of the API says.
watchAnswers((asked, answer) => {
  const seen = checkAnswer(asked, answer);
  if (seen) noteSeen(`${seen.operation} ${seen.status}`);
});
