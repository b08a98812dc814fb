import { z } from 'zod';

/** What stands in one variable, separated by commas; spaces around it do not count. */
export const separated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
