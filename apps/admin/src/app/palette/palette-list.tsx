import { useCombobox } from 'downshift';
import { useId } from 'react';
import { controlClass } from '../../kit/field.tsx';
import { Kbd } from '../../kit/kbd.tsx';
import type { PaletteItem } from './items.ts';
import styles from './palette.module.css';
import { words } from './words.ts';

interface PaletteListProps {
  label: string;
  items: readonly PaletteItem[];
  /** The state of the search; undefined if it is finished. */
  status: string | undefined;
  onText: (text: string) => void;
  onChoose: (item: PaletteItem) => void;
}

/** An input with a list that is always open, as the combobox pattern of the ARIA Authoring Practices. */
export function PaletteList({ label, items, status, onText, onChoose }: PaletteListProps) {
  const id = useId();
  const combobox = usePalette(items, onText, onChoose);
  const groups = [...new Set(items.map(({ group }) => group))];
  const optionOf = (item: PaletteItem) => (
    <div
      key={item.id}
      {...combobox.getItemProps({ item, index: items.indexOf(item) })}
      className={styles.item}
      data-highlighted={items[combobox.highlightedIndex] === item || undefined}
    >
      <span className={styles.label}>{item.label}</span>
      {item.hint && <span className={styles.hint}>{item.hint}</span>}
      {item.keys && <Kbd keys={item.keys} />}
    </div>
  );
  return (
    <>
      <input
        {...combobox.getInputProps({
          ...{ 'aria-labelledby': undefined, 'aria-label': label },
          onKeyDown: ({ key, nativeEvent }) => {
            // The list is always open: Escape closes the dialog, which the library would prevent.
            if (key === 'Escape') Object.assign(nativeEvent, { preventDownshiftDefault: true });
          },
        })}
        className={controlClass}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
      />
      <p role="status" className={styles.status}>
        {status ?? (items.length === 0 ? words.noMatches : words.found(items.length))}
      </p>
      <div
        {...combobox.getMenuProps({ 'aria-labelledby': undefined, 'aria-label': words.results })}
        className={styles.list}
        // The input has the focus; without this, browsers put a list that scrolls into the tab order.
        tabIndex={-1}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className={styles.group}>
              {words.groups[group]}
            </p>
            {items.filter((item) => item.group === group).map(optionOf)}
          </div>
        ))}
      </div>
    </>
  );
}

function usePalette(
  items: readonly PaletteItem[],
  onText: (text: string) => void,
  onChoose: (item: PaletteItem) => void,
) {
  return useCombobox<PaletteItem>({
    items: [...items],
    isOpen: true,
    selectedItem: null,
    itemToString: () => '',
    itemToKey: (item) => item?.id,
    initialHighlightedIndex: 0,
    defaultHighlightedIndex: 0,
    onInputValueChange: ({ inputValue, type }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) onText(inputValue);
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
    stateReducer: (state, { type, changes }) => {
      // Leaving the input must not choose the highlighted item.
      return type === useCombobox.stateChangeTypes.InputBlur ? state : changes;
    },
  });
}
