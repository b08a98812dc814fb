import { type FormEvent, useState } from 'react';
import { type ListedResource, useSchema } from '../../api/resources.ts';
import { Button } from '../../kit/button.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import formStyles from '../form/form.module.css';
import { type FormField, formFieldsOf, parseText } from '../form/form-fields.ts';
import { FormInput } from '../form/form-input.tsx';
import { labelOf } from '../labels.ts';
import { ProblemMessage } from '../problem-message.tsx';
import { words } from '../words.ts';
import { bulkWords } from './words.ts';

interface SetFieldDialogProps {
  resource: ListedResource;
  count: number;
  onSet: (name: string, value: unknown) => void;
  onClose: () => void;
}

/** The kinds of fields that many records usually have in common. */
const kinds: ReadonlySet<FormField['kind']> = new Set(['select', 'reference', 'checkbox']);

/** Asks for a field and the value that all chosen records get. */
export function SetFieldDialog({ resource, count, onSet, onClose }: SetFieldDialogProps) {
  const { data: schema, error } = useSchema(resource.code, 'update');
  const fields = schema ? formFieldsOf(schema).filter(({ kind }) => kinds.has(kind)) : [];
  return (
    <Dialog title={bulkWords.setTitle(count)} onClose={onClose}>
      {error && <ProblemMessage error={error} />}
      {!schema && !error && <StatusMessage>{words.loading}</StatusMessage>}
      {schema && <FieldForm fields={fields} onSet={onSet} onClose={onClose} />}
    </Dialog>
  );
}

type FieldFormProps = Pick<SetFieldDialogProps, 'onSet' | 'onClose'> & { fields: readonly FormField[] };

function FieldForm({ fields, onSet, onClose }: FieldFormProps) {
  const [name, setName] = useState(fields[0]?.name);
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = fields.find((one) => one.name === name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = field && parseText(field, text);
    setIsMissing(value === undefined);
    if (field && value !== undefined) onSet(field.name, value);
  };
  return (
    <form className={formStyles.form} onSubmit={submit}>
      <Field label={bulkWords.field}>
        {(control) => (
          <select
            {...control}
            className={controlClass}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setText('');
            }}
          >
            {fields.map((one) => (
              <option key={one.name} value={one.name}>
                {labelOf(one.name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {field && (
        <FormInput
          key={field.name}
          field={field}
          text={text}
          errors={isMissing ? { '': [bulkWords.required] } : {}}
          onChange={setText}
        />
      )}
      <div className={formStyles.actions}>
        <Button type="submit" variant="primary">
          {bulkWords.apply}
        </Button>
        <Button onClick={onClose}>{words.form.cancel}</Button>
      </div>
    </form>
  );
}
