import { useState } from 'react';
import { Button } from '../src/kit/button.tsx';
import { Dialog } from '../src/kit/layers/dialog.tsx';
import { showToast, Toasts } from '../src/kit/layers/toast.tsx';
import styles from './gallery.module.css';
import { Section } from './section.tsx';

export function Layers() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title="Dialogs and toasts">
      <div className={styles.row}>
        <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Open a dialog
        </Button>
        <Button
          onClick={() => showToast({ text: 'Deleted', action: { label: 'Undo', run: () => undefined } })}
        >
          Show a toast
        </Button>
      </div>
      {isOpen && (
        <Dialog title="A dialog" onClose={() => setIsOpen(false)}>
          <p>Its text.</p>
          <div className={styles.row}>
            <Button variant="primary" onClick={() => setIsOpen(false)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
      <Toasts closeLabel="Close the message" />
    </Section>
  );
}
