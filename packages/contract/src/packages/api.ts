import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';

/** What tells packages apart wherever they go: `com.example.check`. */
export const PackageKey = z
  .string()
  .trim()
  .max(100)
  .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/);
export const PackageVersion = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);

export const packageFormat = 1;
export const packageEnding = '.fwapp';
export const mostPackageBytes = 100 * 1024 * 1024;
export const mostUnpackedBytes = 500 * 1024 * 1024;
export const mostParts = 5_000;

const PartId = z.string().min(1).max(200);

/** What a part names and the package does not bring: somebody, or something that lies elsewhere. */
export const PackageNeed = z.object({
  kind: z.string().max(60),
  id: z.string().max(200),
  /** Persons travel without their names. */
  name: z.string().max(400),
  /** Who names it: `form/abc`. */
  parts: z.array(z.string().max(300)).max(mostParts),
});
export type PackageNeed = z.infer<typeof PackageNeed>;

/** `package.json` of the file. */
export const PackageManifest = z.object({
  format: z.number().int(),
  key: PackageKey,
  version: PackageVersion,
  name: Text,
  madeAt: z.string().max(40),
  needs: z.array(PackageNeed).max(mostParts),
  parts: z
    .array(
      z.object({
        kind: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
        id: PartId,
        name: Text,
        path: z.string().max(400),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        /** In force where it comes from: it is released where it comes to. */
        released: z.boolean(),
      }),
    )
    .min(1)
    .max(mostParts),
});
export type PackageManifest = z.infer<typeof PackageManifest>;

export const OfferedPart = z.object({
  kind: z.string(),
  id: PartId,
  name: Text,
  released: z.boolean(),
  /** Belongs to the application itself and always goes along. */
  own: z.boolean(),
});
export type OfferedPart = z.infer<typeof OfferedPart>;

export const installStates = ['planned', 'applying', 'applied', 'undoing', 'rolled_back', 'superseded'] as const;
export type InstallState = (typeof installStates)[number];

/** How a part came out. */
export const PartOutcome = z.object({
  /** `draft`: it is there, and `code` says why it is not in force. `failed`: it is not there as the package has it. */
  state: z.enum(['placed', 'released', 'draft', 'failed', 'removed', 'stays']),
  code: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type PartOutcome = z.infer<typeof PartOutcome>;

export const PlannedConflict = z.object({
  at: z.array(z.string()),
  base: z.unknown().optional(),
  mine: z.unknown().optional(),
  theirs: z.unknown().optional(),
});

export const PlannedPart = z.object({
  kind: z.string(),
  id: PartId,
  /** Its id here, where the one of the package is taken. */
  localId: PartId,
  name: Text,
  /**
   * `new`: it is not here yet. `update`: it is, and takes what is new. `same`: nothing to do. `gone`: it was brought before and
   * somebody removed it here: it stays away. `unknown`: nothing here knows the kind; it is kept and not placed.
   */
  act: z.enum(['new', 'update', 'same', 'gone', 'unknown']),
  /** Places that the package changes, and those that were changed here and stay. */
  changes: z.number().int(),
  kept: z.number().int(),
  conflicts: z.array(PlannedConflict),
  outcome: PartOutcome.nullable(),
});
export type PlannedPart = z.infer<typeof PlannedPart>;

export const Install = z.object({
  id: uuid,
  key: z.string(),
  version: z.string(),
  name: Text,
  state: z.enum(installStates),
  appId: shortId.nullable(),
  runId: uuid.nullable(),
  by: uuid,
  at: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
  /** The version that it comes after here. */
  after: z.string().nullable(),
  can: z.object({ apply: z.boolean(), rollBack: z.boolean() }),
});
export type Install = z.infer<typeof Install>;

export const InstallPlan = Install.extend({
  parts: z.array(PlannedPart),
  /** Parts that an earlier version brought and this one has not: they stay. */
  leftOver: z.array(z.object({ kind: z.string(), id: PartId, name: Text })),
  /** What it needs and is not here: to be set before what names it is released. */
  missing: z.array(PackageNeed),
  /** The version here is newer. */
  older: z.boolean(),
});
export type InstallPlan = z.infer<typeof InstallPlan>;

/** Part and place of a conflict that is decided for the package; all others stay as they are here. */
export const PackageChoice = z.object({
  kind: z.string().max(60),
  id: PartId,
  at: z.array(z.string().max(200)).max(50),
});
export type PackageChoice = z.infer<typeof PackageChoice>;

const appParams = z.object({ appId: shortId });
const installParams = z.object({ installId: uuid });

export const packagesApi = {
  offered: endpoint({
    method: 'GET',
    path: '/packages/apps/:appId',
    permission: 'forms.app.edit',
    summary:
      'What a package of an application would bring: its own parts, and definitions that name it or that it names',
    params: appParams,
    response: z.object({
      key: z.string(),
      version: z.string(),
      parts: z.array(OfferedPart),
      needs: z.array(PackageNeed),
    }),
  }),
  write: endpoint({
    method: 'POST',
    path: '/packages/apps/:appId/files',
    permission: 'forms.app.edit',
    summary: 'The application as a package: a zip of JSON files, one a part. No records, no people, no secrets',
    params: appParams,
    body: z.object({
      key: PackageKey,
      version: PackageVersion,
      leaveOut: z.array(z.object({ kind: z.string().max(60), id: PartId })).max(mostParts),
    }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  plan: endpoint({
    method: 'POST',
    path: '/packages/plans',
    permission: 'forms.app.edit',
    summary: 'Takes a package file and answers what applying it would do; nothing is changed yet',
    response: InstallPlan,
    transfer: 'multipart',
  }),
  list: endpoint({
    method: 'GET',
    path: '/packages/installs',
    permission: 'forms.app.edit',
    summary: 'Packages that came here, the latest first',
    query: z.object({ appId: shortId.optional() }),
    response: z.object({ installs: z.array(Install) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/packages/installs/:installId',
    permission: 'forms.app.edit',
    summary: 'What applying it would do by now, or how its parts came out',
    params: installParams,
    response: InstallPlan,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/packages/installs/:installId/application',
    permission: 'forms.app.edit',
    summary:
      'Applies a planned package as a run; changes made here stay where the package has another and nobody chose it',
    params: installParams,
    body: z.object({ theirs: z.array(PackageChoice).max(20_000) }),
    response: z.object({ runId: uuid }),
    rights: true,
  }),
  rollBack: endpoint({
    method: 'POST',
    path: '/packages/installs/:installId/rollback',
    permission: 'forms.app.edit',
    summary: 'Puts the version before in force again; what it brought anew goes into the bin, records stay',
    params: installParams,
    response: z.object({ runId: uuid }),
    rights: true,
  }),
  discard: endpoint({
    method: 'DELETE',
    path: '/packages/installs/:installId',
    permission: 'forms.app.edit',
    summary: 'Throws away a package that was planned and not applied',
    params: installParams,
    response: nothing,
  }),
};
