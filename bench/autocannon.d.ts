/** The part of autocannon that the harness uses; the package has no types. */
declare module 'autocannon' {
  export interface LoadRequest {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
    /** Called before each request; its return value is sent. */
    setupRequest?(request: LoadRequest): LoadRequest;
  }

  export interface LoadOptions {
    url: string;
    connections: number;
    /** Seconds. Ignored if `amount` is given. */
    duration?: number;
    amount?: number;
    /** Milliseconds between samples. */
    sampleInt: number;
    requests: LoadRequest[];
    setupClient(client: { setRequests(requests: LoadRequest[]): void }): void;
  }

  export interface LoadResult {
    '2xx': number;
    non2xx: number;
    errors: number;
    duration: number;
    latency: { p50: number; p99: number };
  }

  const autocannon: (options: LoadOptions) => Promise<LoadResult>;
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS
  export default autocannon;
}
