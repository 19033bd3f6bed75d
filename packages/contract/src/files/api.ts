import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';

/** How many files one upload may carry. */
export const filesPerUpload = 5;
/** Larger files come in parts of this size, so that a dropped line costs one part. */
export const partBytes = 4 * 1024 * 1024;
/** Files of one archive. */
export const filesPerArchive = 200;
/** Longest edges of small pictures, in pixels. */
export const thumbnailEdges = [96, 320, 1280] as const;
export type ThumbnailEdge = (typeof thumbnailEdges)[number];

/** A file as pages and records know it. The type is read from the content. */
export const FileView = z.object({
  id: uuid,
  name: z.string(),
  size: z.number(),
  type: z.string(),
  createdAt: z.string(),
});
export type FileView = z.infer<typeof FileView>;

/** An upload in parts; `received` bytes of it are there, from its beginning. */
export const PartedUpload = z.object({ id: uuid, name: z.string(), size: z.number(), received: z.number() });
export type PartedUpload = z.infer<typeof PartedUpload>;

/** Leave to see one file for some minutes, for whoever holds it. */
export const PreviewTicket = z.object({
  ticket: z.string(),
  expiresAt: z.string(),
  /** Where an external preview server shows the file, when one is configured. */
  external: z.string().nullable(),
});
export type PreviewTicket = z.infer<typeof PreviewTicket>;

/** Types which a browser may show in place; all others are downloads. */
export const inlineTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'application/pdf',
];
/** Types of which small pictures are made. */
export const thumbnailTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
];

const fileParams = z.object({ fileId: uuid });
const uploadParams = z.object({ uploadId: uuid });
const ticketParams = z.object({ ticket: z.string().min(20).max(1000) });
const Purpose = z
  .string()
  .regex(/^[a-z-]{1,40}$/)
  .default('attachment');

export const filesApi = {
  upload: endpoint({
    method: 'POST',
    path: '/files',
    permission: 'files.file.edit',
    summary: 'Upload up to five files as multipart/form-data. Until a file is attached only its uploader sees it.',
    query: z.object({ purpose: Purpose }),
    response: z.array(FileView),
    transfer: 'multipart',
  }),
  beginUpload: endpoint({
    method: 'POST',
    path: '/files/uploads',
    permission: 'files.file.edit',
    summary:
      'Begin an upload in parts, or go on with the one of the same fingerprint. What is left alone for two days is dropped.',
    body: z.object({
      name: z.string().max(1000),
      size: z.number().int().min(1),
      fingerprint: z.string().min(1).max(500),
      purpose: Purpose,
    }),
    response: PartedUpload,
  }),
  uploadPart: endpoint({
    method: 'PUT',
    path: '/files/uploads/:uploadId/parts/:at',
    permission: 'files.file.edit',
    summary:
      'The bytes from `at` on, one part as multipart/form-data; 409 with what is there when they are not the next ones.',
    params: uploadParams.extend({ at: z.number().int().min(0) }),
    response: PartedUpload,
    transfer: 'multipart',
  }),
  finishUpload: endpoint({
    method: 'POST',
    path: '/files/uploads/:uploadId/file',
    permission: 'files.file.edit',
    summary: 'Make a file of an upload whose parts are all there.',
    params: uploadParams,
    response: FileView,
  }),
  dropUpload: endpoint({
    method: 'DELETE',
    path: '/files/uploads/:uploadId',
    permission: 'files.file.edit',
    summary: 'Give up an upload in parts.',
    params: uploadParams,
    response: nothing,
  }),
  open: endpoint({
    method: 'GET',
    path: '/files/:fileId',
    permission: 'files.file.read',
    agents: 'read',
    summary: 'The content of a file, whole or a range of it; `inline` shows images and PDF in place.',
    params: fileParams,
    query: z.object({ inline: z.string().optional() }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  view: endpoint({
    method: 'GET',
    path: '/files/:fileId/facts',
    permission: 'files.file.read',
    agents: 'read',
    summary: 'Name, size and type of a file.',
    params: fileParams,
    response: FileView,
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/files/:fileId/thumbnail',
    permission: 'files.file.read',
    agents: 'read',
    summary: 'A small picture of a picture, made when it is first asked for.',
    params: fileParams,
    query: z.object({
      edge: z
        .number()
        .pipe(z.union(thumbnailEdges.map((edge) => z.literal(edge))))
        .default(320),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  archive: endpoint({
    method: 'GET',
    path: '/files/archive',
    permission: 'files.file.read',
    agents: 'read',
    summary: 'Several files as one zip, their names made unique; files that the person may not see are left out.',
    query: z.object({
      ids: z.string().regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/),
      name: z.string().max(200).default(''),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  makeTicket: endpoint({
    method: 'POST',
    path: '/files/:fileId/tickets',
    permission: 'files.file.read',
    summary: 'A ticket with which anyone sees this one file for ten minutes, from any space.',
    params: fileParams,
    response: PreviewTicket,
  }),
  viewByTicket: endpoint({
    method: 'GET',
    path: '/files/tickets/:ticket',
    permission: 'anyone',
    summary: 'Name, size and type of the file of a ticket.',
    params: ticketParams,
    response: FileView.extend({ external: z.string().nullable() }),
  }),
  openByTicket: endpoint({
    method: 'GET',
    path: '/files/tickets/:ticket/content',
    permission: 'anyone',
    summary: 'The content of the file of a ticket, whole or a range of it.',
    params: ticketParams,
    query: z.object({ inline: z.string().optional(), fullfilename: z.string().optional() }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/files/:fileId',
    permission: 'files.file.edit',
    summary: 'Remove an own file which is not attached to anything.',
    params: fileParams,
    response: nothing,
  }),
};
