import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useRecordLabels } from '../../api/names.ts';
import { keyOf, type ListedResource, listedResource, useCan, useResources } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { type ControlProps, controlClass } from '../../kit/field.tsx';
import { words } from '../words.ts';
import { useOptions } from './use-options.ts';

const Combobox = lazy(async () => ({ default: (await import('../../kit/combobox/combobox.tsx')).Combobox }));

interface ReferenceInputProps {
  control: ControlProps;
  name: string;
  /** The resource that the field refers to. */
  to: string;
  isMultiple: boolean;
  /** Ids, separated by commas. */
  text: string;
  onChange: (text: string) => void;
}

/** Chooses records by their names; an input of ids if the user may not list the records. */
export function ReferenceInput(props: ReferenceInputProps) {
  const { control, name, to, text, onChange } = props;
  const { data: resources } = useResources();
  const can = useCan();
  const { session } = useOrganization();
  const found = resources?.find(({ code }) => code === to);
  const target = found && listedResource(found, session.user.org_id);
  const hadFocus = useRef(false);
  const plain = <IdsInput {...{ control, name, text, onChange, hadFocus }} />;
  if (!target || keyOf(target.template) !== 'id' || !can(`GET ${target.template}`)) return plain;
  return (
    <Suspense fallback={plain}>
      <RecordCombobox {...props} {...{ target, hadFocus }} />
    </Suspense>
  );
}

type IdsInputProps = Pick<ReferenceInputProps, 'control' | 'name' | 'text' | 'onChange'> & {
  /** Set to true if the input has the focus when it is removed. */
  hadFocus: RefObject<boolean>;
};

function IdsInput({ control, name, text, onChange, hadFocus }: IdsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const shown = input.current;
    return () => {
      hadFocus.current = shown === document.activeElement;
    };
  }, [hadFocus]);
  return (
    <input
      {...control}
      ref={input}
      name={name}
      className={controlClass}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function RecordCombobox({
  control,
  name,
  to,
  isMultiple,
  text,
  onChange,
  target,
  hadFocus,
}: ReferenceInputProps & { target: ListedResource; hadFocus: RefObject<boolean> }) {
  useEffect(() => {
    if (hadFocus.current) document.getElementById(control.id)?.focus();
  }, [hadFocus, control.id]);
  const ids = text.split(',').filter(Boolean);
  const labels = useRecordLabels(to, ids.map(Number));
  const { options, search, begin } = useOptions(target);
  const chosen = ids.map(
    (value, index) =>
      options?.find((option) => option.value === value) ?? {
        value,
        label: labels[index]?.name ?? `${target.label} #${value}`,
      },
  );
  return (
    <Combobox
      control={control}
      name={name}
      isMultiple={isMultiple}
      chosen={chosen}
      options={options}
      onFocus={begin}
      onSearch={search}
      onChange={(some) => onChange(some.map(({ value }) => value).join(','))}
      words={words.combobox}
    />
  );
}
