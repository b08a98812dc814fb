/** Options of every HTTP server of this service, against slow clients and oversized headers. */
export const serverLimits = {
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  // `rejectAmbiguous` rejects a missing `Host` header with a JSON error.
  requireHostHeader: false,
} as const;
