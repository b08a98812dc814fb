import { LineDiff } from '../src/kit/diff/line-diff.tsx';
import { Kbd } from '../src/kit/kbd.tsx';
import { ErrorMessage, StatusMessage } from '../src/kit/message.tsx';
import { ScrollTable } from '../src/kit/table/scroll-table.tsx';
import { Section } from './section.tsx';

const words = {
  added: 'New',
  removed: 'Old',
  unchanged: (count: number) => `${count} equal lines`,
};
const before = 'One\nTwo\nThree\nFour\nFive\nSix\nSeven';
const longWord = 'Donaudampfschifffahrt'.repeat(4);

export function Texts() {
  return (
    <Section title="Messages, tables and comparisons">
      <StatusMessage>Saved.</StatusMessage>
      <ErrorMessage>The request failed.</ErrorMessage>
      <p>
        <Kbd keys={['G', 'T']} /> <Kbd keys={['Ctrl+Enter']} />
      </p>
      <ScrollTable label="A table">
        <thead>
          <tr>
            {['Name', 'Text', 'Number', 'Date', 'Status', 'Owner'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Short</td>
            <td data-changed>Changed by another user</td>
            <td>1,000</td>
            <td>1 Jan 2026</td>
            <td>Done</td>
            <td>Ada Lovelace</td>
          </tr>
          <tr>
            <td>{longWord}</td>
            <td>مرحبا بالعالم</td>
            <td>2</td>
            <td>—</td>
            <td>🙂</td>
            <td>—</td>
          </tr>
        </tbody>
      </ScrollTable>
      <LineDiff before={before} after={before.replace('One', `Zero\n${longWord}`)} words={words} />
    </Section>
  );
}
