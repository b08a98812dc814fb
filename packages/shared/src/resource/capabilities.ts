import type { Base, Capability, Contribution } from './capability.ts';
import { type Imports, importedRows } from './collections/imports.ts';
import { type Ordered, orderedRows } from './collections/ordered.ts';
import { type Tree, treeOfRows } from './collections/tree.ts';
import { type Custom, customFields } from './contract/custom.ts';
import { type AppendOnly, appendOnlyRows } from './lifecycle/append-only.ts';
import { archivedInLists, type ListsArchived } from './lifecycle/archived.ts';
import { type Effective, effectiveRows } from './lifecycle/effective.ts';
import { stateTransitions, type Transitions } from './lifecycle/transitions.ts';
import { type Versions, versionedRows } from './lifecycle/versions.ts';
import { warningsOf } from './lifecycle/warnings.ts';
import { type AddressedBy, addressedRows } from './places/addressed.ts';
import { type Parent, subResource } from './places/parent.ts';
import { type Singleton, singleRow } from './places/singleton.ts';
import type { Warnings } from './rows/hooks.ts';
import type { AnyRow, AnyValues } from './rows/row.ts';

/** The properties of a declaration that are capabilities. */
interface Chosen {
  parent?: Parent | undefined;
  addressedBy?: AddressedBy | undefined;
  listsArchived?: ListsArchived | undefined;
  appendOnly?: AppendOnly | undefined;
  singleton?: Singleton<object> | undefined;
  transitions?: Transitions<AnyRow, AnyValues, unknown> | undefined;
  tree?: Tree | undefined;
  ordered?: Ordered | undefined;
  effective?: Effective | undefined;
  custom?: Custom | undefined;
  versions?: Versions | undefined;
  imports?: Imports | undefined;
  warnings?: Warnings<AnyRow> | undefined;
}

/** Returns the contributions of the chosen capabilities, in the order in which their hooks run. */
export function contributionsOf(declared: Chosen, base: Base): Contribution[] {
  const use = <Options>(options: Options | undefined, capability: Capability<Options>) =>
    options === undefined ? [] : [capability(options, base)];
  return [
    ...use(declared.parent, subResource),
    ...use(declared.addressedBy, addressedRows),
    ...use(declared.listsArchived, archivedInLists),
    ...use(declared.appendOnly, appendOnlyRows),
    ...use(declared.singleton, singleRow),
    ...use(declared.tree, treeOfRows),
    ...use(declared.ordered, orderedRows),
    ...use(declared.effective, effectiveRows),
    ...use(declared.transitions, stateTransitions),
    ...use(declared.custom, customFields),
    ...use(declared.versions, versionedRows),
    ...use(declared.imports, importedRows),
    ...use(declared.warnings, warningsOf),
  ];
}
