/** What a test asked for. */
export interface TestRequest {
  method: string;
  /** Below `/api`, with the query. */
  path: string;
}

type ResponseObserver = (
  asked: TestRequest,
  answer: { status: number; headers: Headers; text: string },
) => void;

let observer: ResponseObserver | undefined;

/** Has every answer that tests get looked at, from now on; the look throws where something is wrong. */
export function observeResponses(by: ResponseObserver): void {
  observer = by;
}

/** Shows an answer to whoever watches. */
export const notifyObserver: ResponseObserver = (asked, answer) => observer?.(asked, answer);
