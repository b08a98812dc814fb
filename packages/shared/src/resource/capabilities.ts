import { type AppendOnly, appendOnlyRows } from './append-only.ts';
import type { Base, Capability, Contribution } from './capability.ts';
import { type Parent, subResource } from './parent.ts';
import type { AnyRow, AnyValues } from './row.ts';
import { type Singleton, singleRow } from './singleton.ts';
import { stateTransitions, type Transitions } from './transitions.ts';

/** The properties of a declaration that are capabilities. */
interface Chosen {
  parent?: Parent | undefined;
  appendOnly?: AppendOnly | undefined;
  singleton?: Singleton<object> | undefined;
  transitions?: Transitions<AnyRow, AnyValues, unknown> | undefined;
}

/** What the capabilities of a declaration add, in the order in which their hooks run. */
export function contributionsOf(declared: Chosen, base: Base): Contribution[] {
  const use = <Options>(options: Options | undefined, capability: Capability<Options>) =>
    options === undefined ? [] : [capability(options, base)];
  return [
    ...use(declared.parent, subResource),
    ...use(declared.appendOnly, appendOnlyRows),
    ...use(declared.singleton, singleRow),
    ...use(declared.transitions, stateTransitions),
  ];
}
