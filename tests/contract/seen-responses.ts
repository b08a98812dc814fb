import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    seenAnswers: string;
  }
}

let seen: Set<string> | null = null;

/** Remembers an answer: its operation and its status. */
export const markSeen = (name: string): void => void seen?.add(name);

interface Task {
  mode: string;
  tasks?: Task[];
}

const ranCompletely = ({ mode, tasks = [] }: Task): boolean => mode === 'run' && tasks.every(ranCompletely);

/**
 * Has the answers of a test file count as seen: when all the files that walk over the operations were run, the run fails
 * for what is described and was seen by none (scripts/testing/described-responses.ts).
 */
export function recordSeenResponses(walk: string): void {
  beforeAll(() => {
    seen = new Set();
  });
  let file: Task | undefined;
  afterEach(({ task }) => {
    file = task.file;
  });
  afterAll(() => {
    if (seen && file && ranCompletely(file))
      writeFileSync(path.join(inject('seenAnswers'), `${walk}.json`), JSON.stringify([...seen]));
    seen = null;
  });
}
