import type { z } from 'zod';
import type { OrderColumns, Ordered } from './collections/ordered.ts';
import type { Tree, TreeColumns } from './collections/tree.ts';
import type { Custom, CustomColumns } from './contract/custom.ts';
import type { ComputedFields, Fields } from './contract/field.ts';
import type { AppendOnly } from './lifecycle/append-only.ts';
import type { Effective, EffectiveColumns } from './lifecycle/effective.ts';
import type { VersionColumns, Versions } from './lifecycle/versions.ts';
import type { Parent, ParentColumns } from './routes/parent.ts';
import type { Stamps } from './rows/row.ts';

/** The parts of a declaration that determine its row type. A capability that adds columns adds its options here. */
export interface Traits {
  fields: Fields;
  computed: ComputedFields;
  parent: Parent | undefined;
  appendOnly: AppendOnly | undefined;
  tree: Tree | undefined;
  ordered: Ordered | undefined;
  effective: Effective | undefined;
  custom: Custom | undefined;
  versions: Versions | undefined;
}

type Shown<F extends Fields> = {
  [K in keyof F]: z.output<F[K] extends { shown: infer W extends z.ZodType } ? W : F[K]['schema']>;
};

type ComputedValues<C extends ComputedFields> = { [K in keyof C]: z.output<C[K]['schema']> };

type StampsOf<T extends Traits> = T['appendOnly'] extends true
  ? Omit<Stamps, 'updated_at' | 'updated_by' | 'deleted_at'>
  : Stamps;

/** A row as responses contain it and hooks receive it. */
export type Row<T extends Traits> = StampsOf<T> &
  Shown<T['fields']> &
  ComputedValues<T['computed']> &
  ParentColumns<T['parent']> &
  TreeColumns<T['tree']> &
  OrderColumns<T['ordered']> &
  EffectiveColumns<T['effective']> &
  CustomColumns<T['custom']> &
  VersionColumns<T['versions']>;

export type Values<T extends Traits> = ValuesFrom<T['fields']>;

/** Value and row types derived from the fields alone, for modules that the declaration imports. */
export type ValuesFrom<F extends Fields> = { [K in keyof F]?: z.output<F[K]['schema']> };
export type RowFrom<F extends Fields> = Stamps & Shown<F>;
