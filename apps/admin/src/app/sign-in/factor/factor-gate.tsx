import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from '@wfp/client';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useResources } from '../../../api/resources.ts';
import type { Session } from '../../../api/session/session.ts';
import { SessionContext } from '../../../api/session/session-context.ts';
import { PendingPage } from '../../pages/pending-page.tsx';

const EnrolmentPage = lazyRouteComponent(() => import('./enrolment-page.tsx'), 'EnrolmentPage');

interface FactorGateProps {
  slug: string;
  session: Session;
  children: ReactNode;
}

/** Shows the setup of a second factor instead of the organization if the session requires it. */
export function FactorGate({ slug, session, children }: FactorGateProps) {
  const opened = useMemo(() => ({ slug, session }), [slug, session]);
  return (
    <SessionContext value={opened}>
      <Gate>{children}</Gate>
    </SessionContext>
  );
}

function Gate({ children }: { children: ReactNode }) {
  const { error, isLoadingError } = useResources();
  const [isEnrolling, setEnrolling] = useState(false);
  // Remains until the recovery codes are stored, although requests are accepted before.
  if (!isEnrolling && isLoadingError && error instanceof ApiError && error.reason === 'mfa_setup')
    setEnrolling(true);
  if (!isEnrolling) return children;
  return (
    <Suspense fallback={<PendingPage />}>
      <EnrolmentPage onDone={() => setEnrolling(false)} />
    </Suspense>
  );
}
