import { beforeEach } from 'vitest';

let hasFailed = false;

// One failure is enough to notice a fault: the tests after it are skipped.
beforeEach(({ onTestFailed, skip }) => {
  skip(hasFailed);
  onTestFailed(() => {
    hasFailed = true;
  });
});
