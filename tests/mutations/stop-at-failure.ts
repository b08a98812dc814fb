import { beforeEach } from 'vitest';

let hasFailed = false;

// One failure detects the mutant: skip the remaining tests.
beforeEach(({ onTestFailed, skip }) => {
  skip(hasFailed);
  onTestFailed(() => {
    hasFailed = true;
  });
});
