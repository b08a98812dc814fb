/**
 * Maximum wait of a test without progress. Only finds tests that hang: it is long enough for a machine that is busy with
 * something else.
 */
export const maxStallMs = 90_000;
