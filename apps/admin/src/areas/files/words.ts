export const words = {
  file: 'File',
  hint: 'At most 25 MiB',
  upload: 'Upload',
  uploading: 'Uploading …',
  choose: 'Choose a file first.',
  cancel: 'Cancel',
  content: 'Content',
  missing: 'The content of this file was not uploaded.',
};
