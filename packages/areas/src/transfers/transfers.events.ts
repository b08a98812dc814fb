import { defineEvents } from '@wfp/shared';

const ofExport = {
  aggregate: 'export',
  record: 'the export',
  recordName: 'the resource that is exported',
};
const ofImport = {
  aggregate: 'import',
  record: 'the import',
  recordName: 'the resource that is imported',
};

export const transferEvents = [
  ...defineEvents(ofExport, {
    'export.post_create': 'A user asked for a file of records; a worker assembles it.',
    'export.post_export': 'The file is assembled and can be downloaded.',
    'export.failed':
      'An export was given up: it could not be assembled, or the user who asked is no longer permitted to have it.',
    'export.post_archive': 'An export was deleted, and its file with it.',
  }),
  ...defineEvents(ofImport, {
    'import.post_create': 'A user asked for the rows of a CSV file to be written.',
    'import.completed': 'All rows of a file were written.',
    'import.failed': 'None of the rows of a file were written: the import lists what is wrong with it.',
  }),
];
