import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { operationOf, useResources } from '../../../api/resources.ts';
import { useOrganization } from '../../../api/session/session-context.ts';
import { type Restriction, useStart } from '../../../api/start.ts';
import { ActionButton } from '../../../generic/action/action-button.tsx';
import { Button, buttonClass } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { words } from '../../words.ts';
import styles from './banner.module.css';

/** States why access is restricted, and what ends the restriction. */
export function RestrictionBanners() {
  const { data } = useStart();
  const restrictions = data?.restrictions ?? [];
  useReloadAtEnd(restrictions);
  return (
    <div role="status">
      {restrictions.map((restriction) => (
        <div key={restriction.reason} className={`${styles.banner} ${styles.warning}`}>
          <Icon name="triangle-alert" />
          <p>{textOf(restriction)}</p>
          <Remedy restriction={restriction} />
        </div>
      ))}
    </div>
  );
}

const textOf = ({ reason, message, remedy }: Restriction): string =>
  reason === 'mfa_setup' ? words.shell.factorRequired : `${message}. ${remedy}.`;

/** The control that ends a restriction, if the application has one that the user may use. */
function Remedy({ restriction: { reason, operation } }: { restriction: Restriction }) {
  const { slug } = useOrganization();
  const { refetch, isFetching } = useStart();
  switch (reason) {
    case 'mfa_setup':
      return (
        <Link to="/$slug/profile" params={{ slug }} className={buttonClass('plain')}>
          {words.shell.setUpFactor}
        </Link>
      );
    case 'read_only':
      return <OperationButton operation={operation} />;
    default:
      return (
        <Button icon="rotate-ccw" aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
          {words.shell.checkAgain}
        </Button>
      );
  }
}

/** An operation on the organization; nothing if the user may not call it. */
function OperationButton({ operation }: Pick<Restriction, 'operation'>) {
  const { session } = useOrganization();
  const { data: resources = [] } = useResources();
  for (const { code, actions } of resources) {
    const action = actions.find(({ method, path }) => operationOf(method, path) === operation);
    if (action) return <ActionButton code={code} action={action} ids={[session.user.org_id]} />;
  }
  return null;
}

/** Loads everything again when a restriction has ended: requests were rejected, and the event stream may be waiting. */
function useReloadAtEnd(restrictions: readonly Restriction[]): void {
  const { slug, session } = useOrganization();
  const queries = useQueryClient();
  const before = useRef(0);
  const count = restrictions.length;
  useEffect(() => {
    const hasEnded = count < before.current;
    before.current = count;
    if (!hasEnded) return;
    session.hub.wake();
    void queries.invalidateQueries({
      queryKey: [slug],
      predicate: ({ queryKey: [, kind] }) => kind !== 'start',
    });
  }, [count, queries, slug, session]);
}
