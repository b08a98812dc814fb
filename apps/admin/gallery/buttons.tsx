import { Button, buttonClass, IconButton } from '../src/kit/button.tsx';
import { Icon } from '../src/kit/icon.tsx';
import { type IconName, icons } from '../src/kit/icons.ts';
import styles from './gallery.module.css';
import { Section } from './section.tsx';

export function Buttons() {
  return (
    <Section title="Buttons">
      <div className={styles.row}>
        <Button>Plain</Button>
        <Button variant="primary">Primary</Button>
        <Button variant="danger">Danger</Button>
        <Button icon="plus">With an icon</Button>
        <Button disabled>Disabled</Button>
        <Button aria-disabled>Busy</Button>
        <IconButton icon="pencil" label="Edit" />
        <a href="#icons" className={buttonClass('plain')}>
          Go to the icons
        </a>
      </div>
    </Section>
  );
}

export function Icons() {
  return (
    <Section title="Icons">
      <ul className={styles.row} id="icons">
        {(Object.keys(icons) as IconName[]).map((name) => (
          <li key={name}>
            <Icon name={name} /> {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
