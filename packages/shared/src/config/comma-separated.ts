import { z } from 'zod';

/** A comma-separated list; spaces around items are ignored. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
