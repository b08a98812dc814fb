import { z } from 'zod';

// Schemas of numeric variables. Variables are text, hence `coerce`.

export const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);
export const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);
export const mebibytes = (fallback: number) => z.coerce.number().int().positive().default(fallback);
export const count = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback);
/** A count whose default depends on other variables. */
export const optionalCount = z.coerce.number().int().nonnegative().optional();
