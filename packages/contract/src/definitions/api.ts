import { z } from 'zod';
import { endpoint, largeBodyBytes, nothing, shortId, uuid } from '../endpoint.ts';
import { Text, Title, nameText } from '../text.ts';
import { favouritesApi } from './favourites-api.ts';
import { AccessRule, DefinitionLevel } from './level.ts';
import { Op } from './ops.ts';

const Kind = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
/** Definitions of some kinds take the short ids of what they are of. */
export const DefinitionId = z.string().min(1).max(100);
const Tags = z.array(z.string().trim().min(1).max(40)).max(20);
const Folder = uuid.nullable();
/** Draft: never released. Changed: released, and edited since. */
export const definitionStates = ['draft', 'released', 'changed'] as const;
const Can = z.array(DefinitionLevel);

export const Definition = z.object({
  kind: z.string(),
  id: z.string(),
  appId: shortId.nullable(),
  folder: Folder,
  /** Whose own it is: nobody else's, administrators' neither. */
  owner: uuid.nullable(),
  name: Text,
  tags: z.array(z.string()),
  state: z.enum(definitionStates),
  /** Of the draft; each change adds one. */
  version: z.int(),
  /** The number of the release in force. */
  released: z.int().nullable(),
  enabled: z.boolean(),
  /** A code, where it was switched off by itself. */
  offBecause: z.string().nullable(),
  savedBy: uuid,
  savedAt: z.iso.datetime(),
  createdBy: uuid,
  createdAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
  /** What the caller may do with it. */
  can: Can,
});
export type Definition = z.infer<typeof Definition>;

/** Somebody who has it open, and what they look at. */
export const Presence = z.object({
  client: uuid,
  person: z.object({ id: uuid, name: z.string() }),
  at: z.array(z.string()),
});
export type Presence = z.infer<typeof Presence>;

export const DefinitionDraft = Definition.extend({ draft: z.unknown(), here: z.array(Presence) });
export type DefinitionDraft = z.infer<typeof DefinitionDraft>;

export const Change = z.object({
  version: z.int(),
  client: uuid,
  seq: z.int(),
  actor: uuid,
  at: z.iso.datetime(),
  ops: z.array(Op),
});
export type Change = z.infer<typeof Change>;

export const ChangeResult = z.object({
  /** The version that the draft has with it. */
  version: z.int(),
  /** Operations that found no place any more, by their index. */
  lost: z.array(z.int()),
  /** What had to be put right besides: belongs to this version as well. */
  also: z.array(Op),
});
export type ChangeResult = z.infer<typeof ChangeResult>;

const Problem = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning']),
  at: z.array(z.string()),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** Who names the definition, or a part of it. */
export const DefinitionUse = z.object({
  kind: z.string(),
  id: z.string(),
  name: Text,
  appId: shortId.nullable(),
  /** The element that names it, '' for the whole. */
  part: z.string(),
  toPart: z.string(),
  of: z.enum(['draft', 'release']),
  how: z.enum(['refuse', 'warn']),
});
export type DefinitionUse = z.infer<typeof DefinitionUse>;

const Uses = z.object({
  uses: z.array(DefinitionUse),
  /** So many more name it that the caller may not see. */
  hidden: z.int(),
});
export type DefinitionUses = z.infer<typeof Uses>;

export const DefinitionRelease = z.object({
  number: z.int(),
  note: z.string(),
  releasedBy: uuid,
  releasedAt: z.iso.datetime(),
});
export type DefinitionRelease = z.infer<typeof DefinitionRelease>;

const Words = z.object({
  code: z.string(),
  at: z.array(z.string()),
  data: z.record(z.string(), z.unknown()).optional(),
});

const Rules = z.array(AccessRule).max(200);
export const DefinitionAccess = z.object({
  rules: z.array(AccessRule),
  /** What holds besides, from the folders above; null is the top. */
  above: z.array(AccessRule.extend({ folder: Folder })),
  /** How subjects are called, by `kind:id`. */
  names: z.record(z.string(), z.string()),
});
export type DefinitionAccess = z.infer<typeof DefinitionAccess>;

export const DefinitionFolder = z.object({ id: uuid, parent: Folder, name: z.string(), position: z.int(), can: Can });
export type DefinitionFolder = z.infer<typeof DefinitionFolder>;

const ofKind = z.object({ kind: Kind });
const one = z.object({ kind: Kind, id: DefinitionId });
const FolderName = nameText().min(1).max(100);
const inArea = z.object({ area: Kind });
const folder = z.object({ area: Kind, folderId: uuid });
/** A folder, or what holds for all of an area. */
const folderOrTop = z.object({ area: Kind, folderId: z.union([uuid, z.literal('top')]) });
const note = z.string().trim().max(2000);
const accept = z
  .boolean()
  .optional()
  .describe('The yes to what shows less without what goes; the answer before tells of it.');

const read = 'definitions.definition.read';
const edit = 'definitions.definition.edit';

export const definitionsApi = {
  ...favouritesApi,
  list: endpoint({
    method: 'GET',
    path: '/definitions/:kind',
    permission: read,
    summary: 'Definitions of a kind, those saved last first',
    params: ofKind,
    query: z.object({
      /** `top`: in no folder. */
      folder: z.union([uuid, z.literal('top')]).optional(),
      search: z.string().max(200).optional(),
      tag: z.string().max(40).optional(),
      state: z.enum([...definitionStates, 'off', 'archived']).optional(),
      /** My own favourites alone. */
      favourite: z.boolean().optional(),
      after: z.string().max(300).optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    response: z.object({
      rows: z.array(Definition),
      next: z.string().nullable(),
      /** Whether the caller may make one in the folder that is asked for. */
      mayCreate: z.boolean(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/definitions/:kind',
    permission: edit,
    summary: 'Begins a definition; the id of the command becomes its own',
    params: ofKind,
    bodyBytes: largeBodyBytes,
    body: z.object({
      commandId: uuid,
      name: Title,
      folder: Folder.optional(),
      tags: Tags.optional(),
      appId: shortId.optional(),
      /** What it begins with; an empty one when left out. */
      draft: z.unknown().optional(),
    }),
    response: Definition,
  }),
  get: endpoint({
    method: 'GET',
    path: '/definitions/:kind/:id',
    permission: read,
    summary: 'A definition with its draft, and who has it open',
    params: one,
    response: DefinitionDraft,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/definitions/:kind/:id/draft',
    permission: edit,
    summary:
      'Puts a whole draft in place of the one that was read; of kinds that are saved as a whole it is in force at once',
    params: one,
    bodyBytes: largeBodyBytes,
    body: z.object({ expectedVersion: z.int(), draft: z.unknown(), note: note.optional(), accept }),
    response: Definition,
  }),
  change: endpoint({
    method: 'POST',
    path: '/definitions/:kind/:id/changes',
    permission: edit,
    summary:
      'Changes the draft by operations, in the order of their arrival; the same number of a client again changes nothing',
    params: one,
    bodyBytes: largeBodyBytes,
    body: z.object({ client: uuid, seq: z.int().min(1), ops: z.array(Op).min(1).max(20_000) }),
    response: ChangeResult,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/definitions/:kind/:id/changes',
    permission: read,
    summary:
      'Changes of the draft since a version; gone when they are kept no longer, and the draft is to be read anew',
    params: one,
    query: z.object({ since: z.number().int().min(0) }),
    response: z.object({ changes: z.array(Change) }),
  }),
  present: endpoint({
    method: 'PUT',
    path: '/definitions/:kind/:id/presence',
    permission: read,
    summary: 'Tells who else has it open that one is here, every 20 seconds',
    params: one,
    body: z.object({ client: uuid, at: z.array(z.string().max(200)).max(50), gone: z.boolean().optional() }),
    response: nothing,
  }),
  problems: endpoint({
    method: 'GET',
    path: '/definitions/:kind/:id/problems',
    permission: read,
    summary: 'What keeps the draft from being released, and what is odd about it',
    params: one,
    response: z.object({ version: z.int(), problems: z.array(Problem) }),
  }),
  uses: endpoint({
    method: 'GET',
    path: '/definitions/:kind/:id/uses',
    permission: read,
    summary: 'Who names the definition or a part of it',
    params: one,
    response: Uses,
  }),
  releases: endpoint({
    method: 'GET',
    path: '/definitions/:kind/:id/releases',
    permission: read,
    summary: 'Releases of a definition, the last first',
    params: one,
    query: z.object({ before: z.number().int().optional() }),
    response: z.object({ releases: z.array(DefinitionRelease) }),
  }),
  getRelease: endpoint({
    method: 'GET',
    path: '/definitions/:kind/:id/releases/:number',
    permission: read,
    summary: 'A release, and what it changed of another one: the one before when none is named',
    params: one.extend({ number: z.number().int() }),
    query: z.object({ against: z.number().int().optional() }),
    response: DefinitionRelease.extend({ body: z.unknown(), words: z.array(Words) }),
  }),
  release: endpoint({
    method: 'POST',
    path: '/definitions/:kind/:id/releases',
    permission: edit,
    summary: 'Puts the draft in force, in the version that was looked at',
    params: one,
    body: z.object({ version: z.int(), note: note.optional(), accept }),
    response: Definition,
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/definitions/:kind/:id/enabled',
    permission: edit,
    summary: 'Switches a definition on or off, whatever is released',
    params: one,
    body: z.object({ enabled: z.boolean() }),
    response: Definition,
  }),
  place: endpoint({
    method: 'PUT',
    path: '/definitions/:kind/:id/place',
    permission: edit,
    summary: 'Names a definition, tags it, moves it to a folder',
    params: one,
    body: z.object({ name: Title.optional(), tags: Tags.optional(), folder: Folder.optional() }),
    response: Definition,
    // the rules of folders hold for what lies in them
    rights: { when: ({ body }) => body.folder !== undefined },
  }),
  getAccess: endpoint({
    method: 'GET',
    path: '/definitions/:kind/:id/access',
    permission: read,
    summary: 'Who may do what with a definition',
    params: one,
    response: DefinitionAccess,
  }),
  putAccess: endpoint({
    method: 'PUT',
    path: '/definitions/:kind/:id/access',
    permission: edit,
    summary: 'Says who may do what with a definition',
    params: one,
    body: z.object({ rules: Rules }),
    response: nothing,
    rights: true,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/definitions/:kind/:id/copies',
    permission: edit,
    summary: 'Begins a definition with the draft of another one; the id of the command becomes its own',
    params: one,
    body: z.object({ commandId: uuid, name: Title, folder: Folder.optional() }),
    response: Definition,
  }),
  archive: endpoint({
    method: 'PUT',
    path: '/definitions/:kind/:id/archive',
    permission: edit,
    summary: 'Puts a definition into the bin, where it stays for 30 days',
    params: one,
    body: z.object({ accept }),
    response: Definition,
  }),
  restore: endpoint({
    method: 'DELETE',
    path: '/definitions/:kind/:id/archive',
    permission: edit,
    summary: 'Takes a definition out of the bin',
    params: one,
    response: Definition,
  }),
  folders: endpoint({
    method: 'GET',
    path: '/definition-folders/:area',
    permission: read,
    summary: 'The folders of an area that the caller sees or passes through',
    params: inArea,
    response: z.object({ folders: z.array(DefinitionFolder), /** At the top. */ can: Can }),
  }),
  createFolder: endpoint({
    method: 'POST',
    path: '/definition-folders/:area',
    permission: edit,
    summary: 'Makes a folder',
    params: inArea,
    body: z.object({ name: FolderName, parent: Folder }),
    response: DefinitionFolder,
  }),
  updateFolder: endpoint({
    method: 'PUT',
    path: '/definition-folders/:area/:folderId',
    permission: edit,
    summary: 'Names a folder or moves it with all it holds',
    params: folder,
    body: z.object({ name: FolderName.optional(), parent: Folder.optional(), position: z.int().min(0).optional() }),
    response: DefinitionFolder,
    rights: { when: ({ body }) => body.parent !== undefined },
  }),
  removeFolder: endpoint({
    method: 'DELETE',
    path: '/definition-folders/:area/:folderId',
    permission: edit,
    summary: 'Removes an empty folder',
    params: folder,
    response: nothing,
  }),
  getFolderAccess: endpoint({
    method: 'GET',
    path: '/definition-folders/:area/:folderId/access',
    permission: read,
    summary: 'Who may do what with all in a folder, or in the whole area',
    params: folderOrTop,
    response: DefinitionAccess,
  }),
  putFolderAccess: endpoint({
    method: 'PUT',
    path: '/definition-folders/:area/:folderId/access',
    permission: edit,
    summary: 'Says who may do what with all in a folder, or in the whole area',
    params: folderOrTop,
    body: z.object({ rules: Rules }),
    response: nothing,
    rights: true,
  }),
};
