import { useState } from 'react';
import { rememberCommand, rememberedCommands } from '../../api/session/remembered.ts';
import { WhyDialog } from '../../generic/why-button.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/layers/dialog.tsx';
import { matchingItems, type PaletteItem } from './items.ts';
import styles from './palette.module.css';
import { PaletteList } from './palette-list.tsx';
import { usePaletteItems } from './use-palette-items.ts';
import { usePermissionItems } from './use-permission-items.ts';
import { useRecordSearch } from './use-record-search.ts';
import { words } from './words.ts';

/** The command palette: finds places, commands and records by a text. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [permission, setPermission] = useState<string | null>(null);
  if (permission !== null) return <WhyDialog permission={permission} onClose={onClose} />;
  const choose = (item: PaletteItem) => {
    if (item.group !== 'records' && item.group !== 'permissions') rememberCommand(item.id);
    if (item.isFinal !== false && item.group !== 'permissions') onClose();
    item.run();
  };
  return (
    <Dialog title={isAsking ? words.why : words.button} onClose={onClose}>
      <div className={styles.palette}>
        {isAsking ? (
          <PermissionPalette onPermission={setPermission} onChoose={choose} />
        ) : (
          <CommandPalette onWhy={() => setIsAsking(true)} onChoose={choose} />
        )}
      </div>
      <p className={styles.close}>
        <Button onClick={onClose}>{words.close}</Button>
      </p>
    </Dialog>
  );
}

interface PaletteProps {
  onChoose: (item: PaletteItem) => void;
}

function CommandPalette({ onWhy, onChoose }: PaletteProps & { onWhy: () => void }) {
  const [text, setText] = useState('');
  const searched = text.trim();
  const [recent] = useState(rememberedCommands);
  const commands = matchingItems(usePaletteItems(onWhy), searched, recent);
  const records = useRecordSearch(searched);
  const status = records.isPending ? words.searching : records.isFailed ? words.failed : undefined;
  return (
    <PaletteList
      label={words.placeholder}
      items={[...commands, ...records.items]}
      status={status}
      onText={setText}
      onChoose={onChoose}
    />
  );
}

function PermissionPalette({
  onPermission,
  onChoose,
}: PaletteProps & { onPermission: (permission: string) => void }) {
  const [text, setText] = useState('');
  const items = matchingItems(usePermissionItems(onPermission), text.trim(), []);
  return (
    <PaletteList
      label={words.whyPlaceholder}
      items={items}
      status={undefined}
      onText={setText}
      onChoose={onChoose}
    />
  );
}
