import type { JsonObject, ModelSettings } from '../../prompt.ts';

/** The fields of a template that an evaluation needs. */
export interface RunnableTemplate {
  id: number;
  code: string;
  is_builtin: boolean;
  condition: JsonObject | null;
  system_text: string;
  user_text: string;
  output_schema: JsonObject;
  settings: ModelSettings;
}
