import { useCombobox } from 'downshift';
import { useLayoutEffect, useRef } from 'react';
import { type ControlProps, controlClass } from '../field.tsx';
import { Icon } from '../icon.tsx';
import styles from './combobox.module.css';

export interface Option {
  value: string;
  label: string;
  /** Distinguishes options with equal labels. */
  hint?: string | undefined;
}

export interface ComboboxWords {
  clear: string;
  remove: (label: string) => string;
  options: string;
  noMatches: string;
  loading: string;
  /** The message at a text that is not an option, with which the form cannot be sent. */
  unchosen: string;
}

interface ComboboxProps {
  control: ControlProps;
  name: string;
  /** The chosen options: at most one, unless `isMultiple`. */
  chosen: readonly Option[];
  /** The options that match the text; undefined while they are loaded. */
  options: readonly Option[] | undefined;
  isMultiple: boolean;
  /** Called when the input gets the focus. */
  onFocus: () => void;
  onSearch: (text: string) => void;
  onChange: (chosen: readonly Option[]) => void;
  words: ComboboxWords;
}

/**
 * A text input that searches for one or several options, as the combobox pattern of the ARIA Authoring Practices. Its
 * list is not in a portal, so that it works in modal dialogs.
 */
export function Combobox(props: ComboboxProps) {
  const { control, name, chosen, options, isMultiple, onFocus, onChange, words } = props;
  const items = (options ?? []).filter(({ value }) => !isMultiple || !isChosen(chosen, value));
  const combobox = useOptions(props, items);
  const hasChosen = !isMultiple && chosen.length > 0;
  const element = useUnchosenText(hasChosen ? '' : combobox.inputValue, words);
  const input = combobox.getInputProps({
    ...control,
    ref: element,
    'aria-labelledby': undefined,
    autoComplete: 'off',
    onFocus,
    onBlur: ({ currentTarget }) => {
      if (!isMultiple && currentTarget.value === '' && chosen.length > 0) onChange([]);
    },
  });
  return (
    <div className={styles.combobox}>
      {isMultiple ? (
        <div className={styles.group}>
          {chosen.map(({ value, label }) => (
            <span key={value} className={styles.chip}>
              {label}
              <RemoveButton
                label={words.remove(label)}
                onClick={() => onChange(chosen.filter((one) => one.value !== value))}
              />
            </span>
          ))}
          <input {...input} className={styles.input} />
        </div>
      ) : (
        <>
          <input {...input} name={name} className={controlClass} />
          {chosen.length > 0 && (
            <span className={styles.clear}>
              <RemoveButton label={words.clear} onClick={() => onChange([])} />
            </span>
          )}
        </>
      )}
      <div className={styles.popup} hidden={!combobox.isOpen}>
        <p className={styles.status} role="status">
          {combobox.isOpen && items.length === 0 && (options ? words.noMatches : words.loading)}
        </p>
        <ul
          {...combobox.getMenuProps({ 'aria-label': words.options })}
          className={styles.list}
          hidden={items.length === 0}
        >
          {items.map((item, index) => (
            <li
              key={item.value}
              {...combobox.getItemProps({ item, index })}
              className={styles.item}
              data-highlighted={combobox.highlightedIndex === index || undefined}
            >
              {item.label}
              {item.hint && <span className={styles.hint}>{item.hint}</span>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Makes an input invalid while it has a text that was not chosen: the form would be sent without it. */
function useUnchosenText(text: string, { unchosen }: ComboboxWords) {
  const input = useRef<HTMLInputElement>(null);
  const message = text.trim() === '' ? '' : unchosen;
  useLayoutEffect(() => input.current?.setCustomValidity(message), [message]);
  return input;
}

/** The only option, if a text occurs in it. Options of an earlier text may be shown while those of this one are loaded. */
function onlyMatch([first, ...others]: readonly Option[], text: string): Option | undefined {
  const isMatch = `${first?.label} ${first?.hint ?? ''}`.toLowerCase().includes(text.trim().toLowerCase());
  return text.trim() !== '' && others.length === 0 && isMatch ? first : undefined;
}

const isChosen = (chosen: readonly Option[], value: string) => chosen.some((one) => one.value === value);

function useOptions({ control, chosen, isMultiple, onSearch, onChange }: ComboboxProps, items: Option[]) {
  const selectedItem = isMultiple ? null : (chosen[0] ?? null);
  return useCombobox<Option>({
    items,
    inputId: control.id,
    selectedItem,
    itemToString: (option) => option?.label ?? '',
    // The label is loaded after the value.
    itemToKey: (option) => option && `${option.value} ${option.label}`,
    onInputValueChange: ({ inputValue, type }) =>
      onSearch(type === useCombobox.stateChangeTypes.InputChange ? inputValue : ''),
    onSelectedItemChange: ({ selectedItem: option }) => {
      if (isMultiple) onChange(option ? [...chosen, option] : chosen);
      else onChange(option ? [option] : []);
    },
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputKeyDownEscape, ItemClick, InputKeyDownEnter } = useCombobox.stateChangeTypes;
      // Occurs with the first character after a choice, which it would remove.
      if (isMultiple && type === useCombobox.stateChangeTypes.ControlledPropUpdatedSelectedItem) return state;
      const isEntered = type === InputKeyDownEnter && state.highlightedIndex < 0;
      const isTyped = state.inputValue !== '' && state.inputValue !== (selectedItem?.label ?? '');
      if ((isEntered || type === InputBlur) && isTyped) {
        const only = onlyMatch(items, state.inputValue);
        if (only) return { ...changes, selectedItem: only, inputValue: isMultiple ? '' : only.label };
        // The option that is highlighted was not chosen.
        return { ...changes, selectedItem, inputValue: selectedItem?.label ?? state.inputValue };
      }
      const isLeft = type === InputBlur || type === InputKeyDownEscape;
      if (isLeft && changes.inputValue !== '')
        return { ...changes, selectedItem, inputValue: selectedItem?.label ?? '' };
      if (isMultiple && (type === ItemClick || type === InputKeyDownEnter) && changes.selectedItem)
        return { ...changes, inputValue: '' };
      return changes;
    },
  });
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onClick}>
      <Icon name="x" size={14} />
    </button>
  );
}
