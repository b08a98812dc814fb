import { downloadEndpoint, type Endpoint, endpoint, uploadEndpoint } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { downloadByLink, downloadContent, uploadContent } from './content.service.ts';
import { CreateFile, LinkQuery, ListFiles, StoredFile } from './files.contract.ts';
import { createFile, deleteFile, getFile, listFiles } from './files.service.ts';

export const fileEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/files',
    summary: 'List your files, newest first',
    can: 'file:read',
    query: ListFiles,
    returns: { 200: ListOf(StoredFile) },
    handler: listFiles,
  }),
  endpoint({
    method: 'post',
    path: '/files',
    summary: 'Announce a file; its bytes go to upload_url',
    can: 'file:create',
    body: CreateFile,
    returns: { 201: StoredFile },
    emits: ['file.post_create'],
    handler: createFile,
  }),
  endpoint({
    method: 'get',
    path: '/files/:id',
    summary: 'Fetch what is known of a file',
    can: 'file:read',
    params: IdParams,
    returns: { 200: StoredFile },
    handler: getFile,
  }),
  endpoint({
    method: 'delete',
    path: '/files/:id',
    summary: 'Delete a file and its bytes',
    can: 'file:archive',
    params: IdParams,
    returns: { 204: null },
    emits: ['file.post_archive'],
    handler: deleteFile,
  }),
  uploadEndpoint({
    method: 'put',
    path: '/files/:id/content',
    summary: 'Send the bytes of a file that was announced, as they are',
    can: 'file:update',
    params: IdParams,
    returns: { 200: StoredFile },
    emits: ['file.uploaded', 'file.refused'],
    handler: uploadContent,
  }),
  downloadEndpoint({
    method: 'get',
    path: '/files/:id/content',
    summary: 'Download the bytes of a file',
    can: 'file:read',
    params: IdParams,
    handler: downloadContent,
  }),
  downloadEndpoint({
    method: 'get',
    path: '/files/:id/download',
    summary: 'Download the bytes of a file by a link, without credentials',
    fails: ['forbidden'],
    operationId: 'downloadFileByLink',
    can: 'public',
    params: IdParams,
    query: LinkQuery,
    handler: downloadByLink,
  }),
];
