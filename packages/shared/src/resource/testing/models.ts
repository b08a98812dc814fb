import * as Prisma from '../../db/generated/internal/prismaNamespace.ts';

/**
 * Adds models of tables that only tests have to the generated client. Adding to it instead of mocking it lets these
 * files share the modules of their process with all others.
 */
export function addModels(models: Readonly<Record<string, readonly string[]>>): void {
  const client: Record<string, unknown> = Prisma;
  for (const [model, columns] of Object.entries(models))
    client[`${model}ScalarFieldEnum`] = Object.fromEntries(columns.map((name) => [name, name]));
}
