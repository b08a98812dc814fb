/** What a test asked for. */
export interface Asked {
  method: string;
  /** Below `/api`, with the query. */
  path: string;
}

type Look = (asked: Asked, answer: { status: number; headers: Headers; text: string }) => void;

let look: Look | undefined;

/** Has every answer that tests get looked at, from now on; the look throws where something is wrong. */
export function watchAnswers(by: Look): void {
  look = by;
}

/** Shows an answer to whoever watches. */
export const answered: Look = (asked, answer) => look?.(asked, answer);
