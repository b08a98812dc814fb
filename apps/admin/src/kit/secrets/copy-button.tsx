import { useState } from 'react';
import { Button } from '../button.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** Announced after copying. */
  copied: string;
}

/** Copies a text. Not shown if the browser does not permit copying: on a page without TLS, except on localhost. */
export function CopyButton({ text, label, copied }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const { clipboard }: { clipboard?: Clipboard } = navigator;
  if (!clipboard) return null;
  const copy = async () => {
    await clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <>
      <Button onClick={() => void copy()}>{label}</Button>
      <span role="status">{isCopied && copied}</span>
    </>
  );
}
