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
    'export.post_create': 'A user requested a file of records; a worker assembles it.',
    'export.post_export': 'The file is assembled and can be downloaded.',
    'export.failed':
      'An export failed: it could not be assembled, or the user who requested it lost the permission.',
    'export.post_archive': 'An export was deleted, and its file with it.',
  }),
  ...defineEvents(ofImport, {
    'import.post_create': 'A user requested the import of a CSV file.',
    'import.completed': 'All rows of a file were written or, in a dry run, are valid.',
    'import.failed': 'No row of the file was written. The import states the errors.',
  }),
];
