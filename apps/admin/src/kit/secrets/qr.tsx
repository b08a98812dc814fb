import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr.module.css';

/** Scanners require a light margin of this many modules. */
const margin = 4;

/** A text as a QR code, dark on light in every colour scheme. Import it lazily: it contains the encoder. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawCode(text), [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

function drawCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: margin });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: modules.join('') };
}
