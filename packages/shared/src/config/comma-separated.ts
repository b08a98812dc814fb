import { z } from 'zod';

/** What stands in one variable, separated by commas; spaces around it do not count. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
