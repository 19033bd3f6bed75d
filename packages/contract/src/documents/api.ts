import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { RuleSubject } from '../forms/permission.ts';
import { nameText, Text } from '../text.ts';
import { mostVisits, Visit } from '../visitors/visit.ts';

/** Each includes those before it. To view is to see a preview; to manage is to give rights and to empty the bin too. */
export const documentLevels = ['view', 'download', 'edit', 'manage'] as const;
export const DocumentLevel = z.enum(documentLevels);
export type DocumentLevel = z.infer<typeof DocumentLevel>;

/** Documents and folders of one call. */
export const mostNodes = 200;
/** Documents of one zip, and of one copy. */
export const mostArchived = 2_000;

/** What a folder or document may be called: as file systems take it. */
export const NodeName = nameText()
  .min(1)
  .max(200)
  .regex(/^[^\\/:*?"<>|\u0000-\u001f]+$/)
  .refine((name) => !/^\.+$/.test(name));

export const DocumentNode = z.object({
  id: uuid,
  kind: z.enum(['folder', 'document']),
  parentId: uuid.nullable(),
  name: z.string(),
  version: z.int(),
  /** Of documents. */
  fileId: uuid.nullable(),
  size: z.number().nullable(),
  type: z.string().nullable(),
  modifiedBy: z.string(),
  modifiedAt: z.string(),
  /** Null for a folder that only leads to what the person may see. */
  level: DocumentLevel.nullable(),
});
export type DocumentNode = z.infer<typeof DocumentNode>;

export const FoundNode = DocumentNode.extend({ /** Names of the folders above. */ place: z.array(z.string()) });
export type FoundNode = z.infer<typeof FoundNode>;

export const DocumentVersion = z.object({
  number: z.int(),
  fileId: uuid,
  name: z.string(),
  size: z.number(),
  type: z.string(),
  note: z.string(),
  /** The version that this one brought back. */ restored: z.int().nullable(),
  by: z.string(),
  at: z.string(),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;

export const BinnedNode = z.object({
  id: uuid,
  kind: z.enum(['folder', 'document']),
  name: z.string(),
  place: z.array(z.string()),
  removedBy: z.string(),
  removedAt: z.string(),
});
export type BinnedNode = z.infer<typeof BinnedNode>;

export const DocumentRule = z.object({ subject: RuleSubject, level: DocumentLevel });
export type DocumentRule = z.infer<typeof DocumentRule>;
export const FolderRules = z.object({
  rules: z.array(DocumentRule).max(200),
  /** Takes nothing over from the folders above. */ alone: z.boolean(),
});
export type FolderRules = z.infer<typeof FolderRules>;

export const documentSorts = ['name', '-name', 'modified', '-modified', 'size', '-size'] as const;
export type DocumentSort = (typeof documentSorts)[number];

/** Begins the secret part of a token, so that the page of links knows what it opens. */
export const documentLinkMark = 'd~';

export const DocumentLink = z.object({
  id: uuid,
  password: z.boolean(),
  expiresAt: z.iso.datetime(),
  by: z.string(),
  at: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  opened: z.int(),
  lastOpenedAt: z.iso.datetime().nullable(),
  /** It ends after so many visits; null: it does not. */
  most: z.int().nullable(),
});
export type DocumentLink = z.infer<typeof DocumentLink>;

const sharedNode = {
  locked: z.literal(false),
  ticket: z.string(),
  space: z.string(),
  app: Text,
  name: z.string(),
  modifiedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
};

/** What a visitor reads of a document: its present version. */
export const SharedDocument = z.object({
  ...sharedNode,
  kind: z.literal('document'),
  size: z.number(),
  type: z.string(),
});
export type SharedDocument = z.infer<typeof SharedDocument>;

/** Of a folder: what lies in it and below is asked for folder by folder. */
export const SharedFolder = z.object({ ...sharedNode, kind: z.literal('folder'), id: uuid });
export type SharedFolder = z.infer<typeof SharedFolder>;

export const SharedListing = z.object({
  rows: z.array(DocumentNode.pick({ id: true, kind: true, name: true, size: true, modifiedAt: true })),
  next: z.string().nullable(),
  /** From the folder of the link to the one that is shown. */
  way: z.array(z.object({ id: uuid, name: z.string() })),
});
export type SharedListing = z.infer<typeof SharedListing>;

const opened = { token: z.string().min(1).max(200), ticket: z.string().max(200) };

const appParams = z.object({ appId: shortId });
const nodeParams = appParams.extend({ nodeId: uuid });
const Nodes = z.array(uuid).min(1).max(mostNodes);
/** Null: the top of the application. */
const Folder = uuid.nullable();
const read = 'documents.document.read';
const edit = 'documents.document.edit';

export const documentsApi = {
  list: endpoint({
    method: 'GET',
    path: '/documents/:appId/nodes',
    permission: read,
    summary: 'What lies in a folder, folders first, page by page, with the way to it and what the person may do there',
    params: appParams,
    query: z.object({
      folder: uuid.optional(),
      sort: z.enum(documentSorts).optional(),
      cursor: z.string().max(2_000).optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    response: z.object({
      rows: z.array(DocumentNode),
      next: z.string().nullable(),
      way: z.array(z.object({ id: uuid, name: z.string() })),
      level: DocumentLevel.nullable(),
    }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/documents/:appId/search',
    permission: read,
    summary: 'Folders and documents by name, in a folder and all below it, the first 600',
    params: appParams,
    query: z.object({ search: z.string().trim().min(1).max(100), folder: uuid.optional() }),
    response: z.object({ rows: z.array(FoundNode), more: z.boolean() }),
  }),
  findEverywhere: endpoint({
    method: 'GET',
    path: '/search/documents',
    permission: read,
    summary:
      'Folders and documents by name in every application of files that the person may open, the latest first, the first 600',
    query: z.object({
      search: z.string().trim().min(1).max(100),
      offset: z.number().int().min(0).max(600).optional(),
      limit: z.number().int().min(1).max(50).optional(),
    }),
    response: z.object({
      rows: z.array(FoundNode.extend({ appId: shortId, app: Text })),
      found: z.int(),
      more: z.boolean(),
    }),
  }),
  createFolder: endpoint({
    method: 'POST',
    path: '/documents/:appId/folders',
    permission: edit,
    summary: 'Make a folder',
    params: appParams,
    body: z.object({ folder: Folder, name: NodeName }),
    response: DocumentNode,
  }),
  add: endpoint({
    method: 'POST',
    path: '/documents/:appId/documents',
    permission: edit,
    summary: 'Put uploaded files into a folder; one that is called like a document there becomes its next version',
    params: appParams,
    body: z.object({ folder: Folder, files: Nodes }),
    response: z.object({ nodes: z.array(DocumentNode) }),
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/documents/:appId/nodes/:nodeId',
    permission: edit,
    summary: 'Rename a folder or document',
    params: nodeParams,
    body: z.object({ name: NodeName }),
    response: DocumentNode,
  }),
  move: endpoint({
    method: 'POST',
    path: '/documents/:appId/moves',
    permission: edit,
    summary: 'Move folders and documents into another folder of the application',
    params: appParams,
    body: z.object({ nodes: Nodes, folder: Folder }),
    response: nothing,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/documents/:appId/copies',
    permission: edit,
    summary: 'Copy folders with what lies in them, and documents in their present version',
    params: appParams,
    body: z.object({ nodes: Nodes, folder: Folder }),
    response: nothing,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/documents/:appId/removals',
    permission: edit,
    summary: 'Put folders and documents into the bin',
    params: appParams,
    body: z.object({ nodes: Nodes }),
    response: nothing,
  }),
  listBin: endpoint({
    method: 'GET',
    path: '/documents/:appId/bin',
    permission: read,
    summary: 'What lies in the bin as far as the person may bring it back, the latest first',
    params: appParams,
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: z.object({ rows: z.array(BinnedNode), next: z.string().nullable() }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/documents/:appId/restorations',
    permission: edit,
    summary: 'Bring back what lies in the bin; where the name is taken by now a number is added',
    params: appParams,
    body: z.object({ nodes: Nodes }),
    response: nothing,
  }),
  purge: endpoint({
    method: 'POST',
    path: '/documents/:appId/purges',
    permission: edit,
    summary: 'Delete for good what lies in the bin, with all versions',
    params: appParams,
    body: z.object({ nodes: Nodes }),
    response: nothing,
  }),

  versions: endpoint({
    method: 'GET',
    path: '/documents/:appId/nodes/:nodeId/versions',
    permission: read,
    summary: 'Every version of a document, the latest first',
    params: nodeParams,
    response: z.object({ versions: z.array(DocumentVersion) }),
  }),
  addVersion: endpoint({
    method: 'POST',
    path: '/documents/:appId/nodes/:nodeId/versions',
    permission: edit,
    summary: 'Make an uploaded file the next version of a document',
    params: nodeParams,
    body: z.object({ file: uuid, note: z.string().trim().max(200).optional() }),
    response: DocumentNode,
  }),
  restoreVersion: endpoint({
    method: 'POST',
    path: '/documents/:appId/nodes/:nodeId/versions/:number/restoration',
    permission: edit,
    summary: 'Make an earlier version the latest one again; those in between stay',
    params: nodeParams.extend({ number: z.number().int().positive() }),
    response: DocumentNode,
  }),

  links: endpoint({
    method: 'GET',
    path: '/documents/:appId/nodes/:nodeId/links',
    permission: read,
    summary: 'Links to a document or folder, for those who may change it',
    params: nodeParams,
    response: z.object({ links: z.array(DocumentLink) }),
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/documents/:appId/nodes/:nodeId/links',
    permission: edit,
    summary:
      'Make a link to a document, or to a folder with all below it, for visitors; its token is answered this once',
    params: nodeParams,
    body: z.object({
      expiresAt: z.iso.datetime({ offset: true }),
      password: z.string().max(200).nullable(),
      most: z.int().min(1).max(mostVisits).nullish(),
    }),
    response: z.object({ link: DocumentLink, token: z.string() }),
  }),
  revokeLink: endpoint({
    method: 'DELETE',
    path: '/documents/:appId/nodes/:nodeId/links/:linkId',
    permission: edit,
    summary: 'End a link at once',
    params: nodeParams.extend({ linkId: uuid }),
    response: nothing,
  }),
  visits: endpoint({
    method: 'GET',
    path: '/documents/:appId/nodes/:nodeId/links/:linkId/visits',
    permission: read,
    summary: 'Who opened a link, the last ones first',
    params: nodeParams.extend({ linkId: uuid }),
    response: z.object({ visits: z.array(Visit) }),
  }),
  openLink: endpoint({
    method: 'POST',
    path: '/share/documents/opening',
    permission: 'anyone',
    summary:
      'The document or folder that a link shows, or that it asks for its password; with the ticket of an opening it is no new visit',
    body: z.object({
      token: z.string().min(1).max(200),
      password: z.string().max(200).optional(),
      ticket: z.string().max(200).optional(),
    }),
    response: z.union([z.object({ locked: z.literal(true) }), SharedDocument, SharedFolder]),
  }),
  openLinkFile: endpoint({
    method: 'POST',
    path: '/share/documents/file',
    permission: 'anyone',
    summary:
      'The file of a document that a link shows, with the ticket of its opening; of a link to a folder, `document` says which',
    body: z.object({ ...opened, document: uuid.optional() }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  openLinkFolder: endpoint({
    method: 'POST',
    path: '/share/documents/folder',
    permission: 'anyone',
    summary: 'What lies in the folder of a link, or in one below it, page by page, with the ticket of its opening',
    body: z.object({ ...opened, folder: uuid, cursor: z.string().max(2_000).optional() }),
    response: SharedListing,
  }),
  openLinkArchive: endpoint({
    method: 'POST',
    path: '/share/documents/archive',
    permission: 'anyone',
    summary: 'The folder of a link, or one below it, as a zip, with the ticket of its opening',
    body: z.object({ ...opened, folder: uuid }),
    response: z.unknown(),
    transfer: 'stream',
  }),

  getRules: endpoint({
    method: 'GET',
    path: '/documents/:appId/rules',
    permission: read,
    summary: 'Who may do what in a folder, for those who manage it: its own rules, and those it takes over from above',
    params: appParams,
    query: z.object({ folder: uuid.optional() }),
    response: FolderRules.extend({
      above: z.array(DocumentRule.extend({ folder: z.string().nullable() })),
      names: z.record(z.string(), z.string()),
    }),
  }),
  putRules: endpoint({
    method: 'PUT',
    path: '/documents/:appId/rules',
    permission: edit,
    summary: 'Replace the rules of a folder',
    params: appParams,
    body: FolderRules.extend({ folder: Folder }),
    response: nothing,
    rights: true,
  }),

  archive: endpoint({
    method: 'GET',
    path: '/documents/:appId/archive',
    permission: read,
    summary: 'Folders and documents as one zip with their folders, what the person may not download left out',
    params: appParams,
    query: z.object({
      ids: z
        .string()
        .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/)
        .max(37 * mostNodes),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
};
