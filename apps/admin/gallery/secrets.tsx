import { CodesOnce } from '../src/kit/secrets/codes-once.tsx';
import { Qr } from '../src/kit/secrets/qr.tsx';
import { SecretOnce } from '../src/kit/secrets/secret-once.tsx';
import { Section } from './section.tsx';

const labels = { list: 'Codes', copy: 'Copy', copied: 'Copied.', print: 'Print' };

export function Secrets() {
  return (
    <Section title="Secrets that are shown once">
      <SecretOnce label="Key" secret="an example, not a key" copy="Copy" copied="Copied." />
      <CodesOnce codes={['example-1', 'example-2']} labels={labels} />
      <Qr text="otpauth://totp/example" label="QR code" />
    </Section>
  );
}
