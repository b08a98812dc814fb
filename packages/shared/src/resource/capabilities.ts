import { type AddressedBy, addressedRows } from './addressed.ts';
import { type AppendOnly, appendOnlyRows } from './append-only.ts';
import { archivedInLists, type ListsArchived } from './archived.ts';
import type { Base, Capability, Contribution } from './capability.ts';
import { type Custom, customFields } from './custom.ts';
import { type Effective, effectiveRows } from './effective.ts';
import type { Warnings } from './hooks.ts';
import { type Imports, importedRows } from './imports.ts';
import { type Ordered, orderedRows } from './ordered.ts';
import { type Parent, subResource } from './parent.ts';
import type { AnyRow, AnyValues } from './row.ts';
import { type Singleton, singleRow } from './singleton.ts';
import { stateTransitions, type Transitions } from './transitions.ts';
import { type Tree, treeOfRows } from './tree.ts';
import { type Versions, versionedRows } from './versions.ts';
import { warningsOf } from './warnings.ts';

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
