/** A request that a test sent. */
export interface TestRequest {
  method: string;
  /** The path below `/api`, with the query. */
  path: string;
}

type ResponseObserver = (
  request: TestRequest,
  response: { status: number; headers: Headers; text: string },
) => void;

let observer: ResponseObserver | undefined;

/** Registers a function that checks the responses passed to `notifyObserver`, and throws if one is wrong. */
export function observeResponses(by: ResponseObserver): void {
  observer = by;
}

/** Passes a response to the registered function. */
export const notifyObserver: ResponseObserver = (request, response) => observer?.(request, response);
