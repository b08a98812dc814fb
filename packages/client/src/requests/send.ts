/** Sends a request, as `fetch` does. */
export type Send = (request: Request) => Promise<Response>;
