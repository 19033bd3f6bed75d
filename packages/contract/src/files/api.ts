import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';

/** How many files one upload may carry. */
export const filesPerUpload = 5;

/** A file as pages and records know it. The type is read from the content. */
export const FileView = z.object({
  id: uuid,
  name: z.string(),
  size: z.number(),
  type: z.string(),
  createdAt: z.string(),
});
export type FileView = z.infer<typeof FileView>;

/** Types which a browser may show in place; all others are downloads. */
export const inlineTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'application/pdf'];

export const filesApi = {
  upload: endpoint({
    method: 'POST',
    path: '/files',
    permission: 'files.file.edit',
    summary: 'Upload up to five files as multipart/form-data. Until a file is attached only its uploader sees it.',
    query: z.object({ purpose: z.string().regex(/^[a-z-]{1,40}$/).default('attachment') }),
    response: z.array(FileView),
    transfer: 'multipart',
  }),
  open: endpoint({
    method: 'GET',
    path: '/files/:fileId',
    permission: 'files.file.read',
    agents: 'read',
    summary: 'The content of a file, whole or a range of it; `inline` shows images and PDF in place.',
    params: z.object({ fileId: uuid }),
    query: z.object({ inline: z.string().optional() }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/files/:fileId',
    permission: 'files.file.edit',
    summary: 'Remove an own file which is not attached to anything.',
    params: z.object({ fileId: uuid }),
    response: nothing,
  }),
};
