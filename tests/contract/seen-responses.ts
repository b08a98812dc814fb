import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    seenResponses: string;
  }
}

let seen: Set<string> | null = null;

/** Records a response by operation and status. */
export const markSeen = (name: string): void => void seen?.add(name);

interface Task {
  mode: string;
  tasks?: Task[];
}

const ranCompletely = ({ mode, tasks = [] }: Task): boolean => mode === 'run' && tasks.every(ranCompletely);

/**
 * Saves the responses that a test file received, if all of its tests ran. If all files that call this function have saved
 * their responses, the run fails for described responses that are missing (scripts/testing/described-responses.ts).
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
      writeFileSync(path.join(inject('seenResponses'), `${walk}.json`), JSON.stringify([...seen]));
    seen = null;
  });
}
