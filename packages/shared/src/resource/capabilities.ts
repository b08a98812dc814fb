import type { Capability, Contribution, ResourceBase } from './capability.ts';
import { type Imports, importsCapability } from './collections/imports.ts';
import { type Ordered, orderedCapability } from './collections/ordered.ts';
import { type Tree, treeCapability } from './collections/tree.ts';
import { type Custom, customCapability } from './contract/custom.ts';
import { type AppendOnly, appendOnlyCapability } from './lifecycle/append-only.ts';
import { type Effective, effectiveCapability } from './lifecycle/effective.ts';
import { type ListsArchived, listsArchivedCapability } from './lifecycle/lists-archived.ts';
import { type Transitions, transitionsCapability } from './lifecycle/transitions.ts';
import { type Versions, versionsCapability } from './lifecycle/versions.ts';
import { warningsCapability } from './lifecycle/warnings.ts';
import { type AddressedBy, addressedByCapability } from './routes/addressed-by.ts';
import { type Parent, parentCapability } from './routes/parent.ts';
import { type Singleton, singletonCapability } from './routes/singleton.ts';
import type { Warnings } from './rows/hooks/hooks.ts';
import type { AnyRow, AnyValues } from './rows/row.ts';

interface CapabilityOptions {
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

/** Returns the contributions of a declaration's capabilities, in the order in which their hooks run and take locks. */
export function collectContributions(declared: CapabilityOptions, base: ResourceBase): Contribution[] {
  const use = <Options>(options: Options | undefined, capability: Capability<Options>) =>
    options === undefined ? [] : [capability(options, base)];
  return [
    ...use(declared.parent, parentCapability),
    ...use(declared.addressedBy, addressedByCapability),
    ...use(declared.listsArchived, listsArchivedCapability),
    ...use(declared.appendOnly, appendOnlyCapability),
    ...use(declared.singleton, singletonCapability),
    ...use(declared.tree, treeCapability),
    ...use(declared.ordered, orderedCapability),
    ...use(declared.effective, effectiveCapability),
    ...use(declared.transitions, transitionsCapability),
    ...use(declared.custom, customCapability),
    ...use(declared.versions, versionsCapability),
    ...use(declared.imports, importsCapability),
    ...use(declared.warnings, warningsCapability),
  ];
}
