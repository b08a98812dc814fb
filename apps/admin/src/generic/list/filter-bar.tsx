import { type FormEvent, useRef, useState } from 'react';
import type { JsonSchema } from '../../api/resources.ts';
import { useEnumValues } from '../../api/start.ts';
import { Button } from '../../kit/button.tsx';
import { controlClass, Field } from '../../kit/field.tsx';
import { useShortcutHint } from '../commands/bindings.ts';
import { useShortcut } from '../commands/registry.ts';
import { labelOf } from '../labels.ts';
import { ReferenceInput } from '../reference/reference-input.tsx';
import { words } from '../words.ts';
import styles from './list.module.css';
import { type Filter, filtersOf } from './list-search.ts';
import type { ListSearch } from './parse-search.ts';

interface FilterBarProps {
  schema: JsonSchema;
  search: ListSearch;
  /** True if the user can list deleted records. */
  hasDeleted: boolean;
  onChange: (changed: Readonly<Record<string, string>>) => void;
}

/** The search and the filters that the list of a resource supports. */
export function FilterBar({ schema, search, hasDeleted, onChange }: FilterBarProps) {
  const properties = schema.properties ?? {};
  const filters = filtersOf(schema);
  const text = useRef<HTMLInputElement>(null);
  useShortcut('search', 'q' in properties ? () => text.current?.focus() : undefined);
  const hint = useShortcutHint('search', words.list.search);
  const [isToggled, setIsToggled] = useState<boolean>();
  const isOpen = isToggled ?? filters.some(({ name }) => name in search);
  const shown = useShownValues(textOf(schema, search));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    // The text with which a record is searched is not a filter.
    const names = Object.keys(properties);
    const filled = [...given].filter(([name]) => names.includes(name));
    // A checkbox that is not checked has no value.
    const changed = {
      deleted: '',
      ...Object.fromEntries(filled.map(([name, value]) => [name, String(value)])),
    };
    shown.expect(textOf(schema, { ...search, ...changed }));
    // In the button, characters are shortcuts of the list.
    if (event.nativeEvent instanceof SubmitEvent) event.nativeEvent.submitter?.focus();
    onChange(changed);
  };
  return (
    <search>
      <form key={shown.version} className={styles.filters} onSubmit={submit}>
        {'q' in properties && (
          <Field label={words.list.search}>
            {(control) => (
              <input
                {...control}
                {...hint}
                ref={text}
                type="search"
                name="q"
                className={controlClass}
                defaultValue={search.q ?? ''}
              />
            )}
          </Field>
        )}
        {filters.length > 0 && (
          <details
            open={isOpen}
            className={styles.details}
            onToggle={({ currentTarget }) => setIsToggled(currentTarget.open)}
          >
            <summary>{words.list.filters}</summary>
            {isOpen && (
              <div className={styles.filterFields}>
                {filters.map((filter) => (
                  <FilterField key={filter.name} filter={filter} value={search[filter.name] ?? ''} />
                ))}
              </div>
            )}
          </details>
        )}
        {hasDeleted && <DeletedBox isChecked={search.deleted === 'true'} />}
        {('q' in properties || filters.length > 0 || hasDeleted) && (
          <Button type="submit" icon="search">
            {words.list.apply}
          </Button>
        )}
      </form>
    </search>
  );
}

/** Chooses deleted records, which are shown at once. */
function DeletedBox({ isChecked }: { isChecked: boolean }) {
  return (
    <label className={styles.deleted}>
      <input
        type="checkbox"
        name="deleted"
        value="true"
        defaultChecked={isChecked}
        onChange={({ currentTarget }) => applyBox(currentTarget)}
      />
      {words.list.deleted}
    </label>
  );
}

/** Applies a checkbox, unless another filter is incomplete, which the browser reports. */
function applyBox(box: HTMLInputElement): void {
  box.form?.requestSubmit();
  if (box.form?.matches(':invalid')) box.checked = !box.checked;
}

/** The values that the inputs show. The order of a list, its page and its layout have other controls. */
const textOf = ({ properties = {} }: JsonSchema, search: ListSearch): string =>
  JSON.stringify(Object.keys(properties).map((name) => (elsewhere.has(name) ? '' : (search[name] ?? ''))));

const elsewhere: ReadonlySet<string> = new Set(['sort', 'page', 'offset', 'limit', 'after', 'total']);

/** A version that increases when other values are shown than the user has submitted: the inputs then begin again. */
function useShownValues(given: string) {
  const [state, setState] = useState({ given, expected: given, version: 0 });
  if (state.given !== given)
    setState({ given, expected: given, version: state.version + (state.expected === given ? 0 : 1) });
  return {
    version: state.version,
    expect: (expected: string) => setState((before) => ({ ...before, expected })),
  };
}

interface FilterFieldProps {
  filter: Filter;
  value: string;
}

function FilterField({ filter: { name, kind, values, vocabulary, ref }, value }: FilterFieldProps) {
  const [id, setId] = useState(value);
  const labels = useEnumValues(vocabulary);
  const labelOfValue = (code: string) => labels?.find((one) => one.code === code)?.label ?? labelOf(code);
  return (
    <Field label={labelOf(name)}>
      {(control) =>
        kind === 'choice' ? (
          <select {...control} name={name} className={controlClass} defaultValue={value}>
            <option value="">{words.list.any}</option>
            {[...new Set([...values, ...(value ? [value] : [])])].map((one) => (
              <option key={one} value={one}>
                {labelOfValue(one)}
              </option>
            ))}
          </select>
        ) : (
          <>
            <ReferenceInput
              {...{ control, name: `${name}-search`, to: ref ?? '', isMultiple: false, text: id }}
              onChange={setId}
            />
            <input type="hidden" name={name} value={id} />
          </>
        )
      }
    </Field>
  );
}
