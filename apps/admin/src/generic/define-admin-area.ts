import type { ComponentType } from 'react';
import type { Row } from '../api/call-path.ts';
import type { ListedResource } from '../api/resources.ts';

/** The declaration of an area of the application. Everything that it omits is derived from metadata. */
export interface AdminArea {
  name: string;
  /** By code of the resource. */
  resources: Readonly<Record<string, ResourceScreen>>;
}

export interface ResourceScreen {
  list?: {
    /** Names of fields, in order. */
    columns: readonly string[];
  };
  /** Offers the list as a board, too: a column for each value of a field. */
  board?: {
    by: string;
    /** The path of the list in the API. The columns are at `board` below it. */
    path: string;
    /** Names of the fields of a card. */
    fields: readonly string[];
  };
  /** Replaces the form of a new record. */
  create?: ComponentType<CreateProps>;
  /** Replaces the page of a single record. */
  page?: ComponentType<{ resource: ListedResource }>;
  /** Shown below the fields of a record. */
  panels?: readonly ComponentType<PanelProps>[];
  /** Names of fields that a panel shows. */
  ownFields?: readonly string[];
  /** Names of actions that a panel contains. */
  ownActions?: readonly string[];
  /** Names of parts that a panel contains. */
  ownParts?: readonly string[];
}

export interface CreateProps {
  resource: ListedResource;
  title: string;
  onCreated: (row: Row) => void;
  onCancel: () => void;
}

export interface PanelProps {
  row: Row;
  resource: ListedResource;
}

export const defineAdminArea = (area: AdminArea): AdminArea => area;
