import * as Prisma from '../../db/generated/internal/prismaNamespace.ts';

/**
 * Adds models of test tables to the generated client. Mutating it, instead of mocking, lets these files share modules
 * with all other test files of the process.
 */
export function addModels(models: Readonly<Record<string, readonly string[]>>): void {
  const client: Record<string, unknown> = Prisma;
  for (const [model, columns] of Object.entries(models))
    client[`${model}ScalarFieldEnum`] = Object.fromEntries(columns.map((name) => [name, name]));
}
