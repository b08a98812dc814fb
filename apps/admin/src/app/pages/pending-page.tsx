import { StatusMessage } from '../../kit/message.tsx';
import { words } from '../words.ts';
import { PageFrame } from './page-frame.tsx';

export function PendingPage() {
  return (
    <PageFrame>
      <StatusMessage>{words.shell.loading}</StatusMessage>
    </PageFrame>
  );
}
