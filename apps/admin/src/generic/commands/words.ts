import type { ShortcutGroup, ShortcutId } from './catalogue.ts';

const shortcuts: Readonly<Record<ShortcutId, string>> = {
  palette: 'Find records and commands',
  help: 'List of shortcuts',
  menu: 'Show or hide the menu',
  undo: 'Undo the latest change',
  back: 'Back to the list, or close',
  home: 'Go to the home page',
  task: 'Go to tasks',
  initiative: 'Go to initiatives',
  employee: 'Go to employees',
  event: 'Go to events',
  webhook_endpoint: 'Go to webhooks',
  audit_log: 'Go to the audit log',
  organization_setting: 'Go to settings',
  search: 'Search in the list',
  next: 'Next record',
  previous: 'Previous record',
  open: 'Open the record',
  create: 'Create a record',
  select: 'Select the record; with Shift, the records up to it',
  selectAll: 'Select all records of the page',
  edit: 'Edit the record',
  archive: 'Delete the record, or the selected ones',
  submit: 'Save or send the form',
};

const groups: Readonly<Record<ShortcutGroup, string>> = {
  anywhere: 'Anywhere',
  places: 'Go to',
  lists: 'Lists',
  records: 'Records and forms',
};

export const words = { shortcuts, groups };
