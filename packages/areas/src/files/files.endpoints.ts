import { downloadEndpoint, type Endpoint, endpoint, proposeBody, uploadEndpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { z } from 'zod';
import { downloadByLink, downloadContent, uploadContent } from './content.service.ts';
import { CreateFile, LinkQuery } from './files.contract.ts';
import { files } from './files.resource.ts';
import { createFile, getFile, listFiles } from './files.service.ts';

const StoredFile = files.contract.row.extend({
  upload_url: z.string().nullable().meta({
    description:
      'Send the content here with PUT and your credentials; null once content was stored or refused',
  }),
  download_url: z
    .string()
    .nullable()
    .meta({ description: 'Valid for 15 minutes without credentials; null until the content is stored' }),
});

export const fileEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/files',
    summary: 'List your files',
    can: 'file:read',
    query: files.contract.query,
    returns: { 200: ListOf(StoredFile) },
    rowRights: files.rowRights,
    handler: listFiles,
  }),
  endpoint({
    method: 'post',
    path: '/files',
    summary: 'Create a file',
    details: 'Next, upload the content to the returned `upload_url`.',
    can: 'file:create',
    body: CreateFile,
    returns: { 201: StoredFile },
    emits: ['file.post_create'],
    review: { hook: 'file.pre_create', proposals: proposeBody() },
    handler: createFile,
  }),
  endpoint({
    method: 'get',
    path: '/files/:id',
    summary: 'Fetch the metadata of a file',
    can: 'file:read',
    params: IdParams,
    returns: { 200: StoredFile },
    rowRights: files.rowRights,
    handler: getFile,
  }),
  uploadEndpoint({
    method: 'put',
    path: '/files/:id/content',
    summary: 'Upload the content of a file',
    can: 'file:update',
    params: IdParams,
    returns: { 200: StoredFile },
    emits: ['file.uploaded', 'file.refused'],
    handler: uploadContent,
  }),
  downloadEndpoint({
    method: 'get',
    path: '/files/:id/content',
    summary: 'Download a file',
    can: 'file:read',
    params: IdParams,
    handler: downloadContent,
  }),
  downloadEndpoint({
    method: 'get',
    path: '/files/:id/download',
    summary: 'Download a file by link',
    details: 'Requires the token of the link.',
    fails: ['forbidden'],
    operationId: 'downloadFileByLink',
    can: 'public',
    params: IdParams,
    query: LinkQuery,
    handler: downloadByLink,
  }),
];
