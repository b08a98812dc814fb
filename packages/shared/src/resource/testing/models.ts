import { testModels } from '../../db/model-columns.ts';

export function addModels(models: Readonly<Record<string, readonly string[]>>): void {
  for (const [model, columns] of Object.entries(models))
    testModels[model] = Object.fromEntries(columns.map((name) => [name, name]));
}
