import { Prisma } from './generated/client.ts';

/** The columns of models that exist only in tests, by model. */
export const testModels: Record<string, Record<string, string>> = {};

/** Returns the columns of a model of the Prisma schema. */
export const columnsOfModel = (model: Prisma.ModelName): Record<string, string> =>
  testModels[model] ?? Prisma[`${model}ScalarFieldEnum`];
