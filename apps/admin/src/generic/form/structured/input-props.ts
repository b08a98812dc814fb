import type { FormField } from '../form-fields.ts';
import type { Errors } from '../validity/field-errors.ts';

/** The properties of the input of any field. */
export interface InputProps {
  field: FormField;
  text: string;
  errors: Errors;
  onChange: (text: string) => void;
}
