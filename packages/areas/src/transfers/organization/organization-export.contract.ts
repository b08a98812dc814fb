import { z } from 'zod';
import { exportFormats } from '../exports/exports.contract.ts';

export const ExportOrganization = z.strictObject({
  password: z.string().min(1).max(1_000),
  format: z
    .enum(exportFormats)
    .default('csv')
    .meta({ description: 'Format of the files in the archive, one per table' }),
});
export type ExportOrganization = z.output<typeof ExportOrganization>;
