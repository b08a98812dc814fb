import '../src/kit/tokens.css';
import '../src/kit/base.css';
import '../src/kit/changed.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Buttons, Icons } from './buttons.tsx';
import { Fields } from './fields.tsx';
import styles from './gallery.module.css';
import { Layers } from './layers.tsx';
import { Secrets } from './secrets.tsx';
import { Texts } from './texts.tsx';

/** Every component of the kit in every state, for development and tests. */
function Gallery() {
  return (
    <main className={styles.page}>
      <h1>Components</h1>
      {[Buttons, Fields, Texts, Layers, Secrets, Icons].map((Section) => (
        <Section key={Section.name} />
      ))}
    </main>
  );
}

const container = document.getElementById('gallery');
if (!container) throw new Error('The page has no element with the id gallery');
createRoot(container).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
