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
/** Records of a form that go along as samples. */
export const mostSamples = 200;

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

/** `signature.json` beside it: an Ed25519 key, and what it says of the SHA-256 of `package.json`. */
export const packageSignatureFile = 'signature.json';
export const PackageSignature = z.object({
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/),
});
export type PackageSignature = z.infer<typeof PackageSignature>;

/**
 * `own`: signed by this enterprise. `known`: by a key whose packages were applied here. `new`: by one that never was. `none`: by
 * nobody. `changed`: an earlier version of the same package was signed by another key, which this one is not.
 */
export const signerStates = ['own', 'known', 'new', 'none', 'changed'] as const;
export const PackageSigner = z.object({
  state: z.enum(signerStates),
  /** Of the key, to be compared with what the other side sees. */
  fingerprint: z.string().nullable(),
});
export type PackageSigner = z.infer<typeof PackageSigner>;

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
  signer: PackageSigner,
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
    summary:
      'The application as a package: a zip of JSON files, one a part, signed. No people, no secrets, and records only as samples of chosen forms',
    params: appParams,
    body: z.object({
      key: PackageKey,
      version: PackageVersion,
      leaveOut: z.array(z.object({ kind: z.string().max(60), id: PartId })).max(mostParts),
      /** Forms whose first records go along. */
      samples: z.array(shortId).max(500).optional(),
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
    body: z.object({
      theirs: z.array(PackageChoice).max(20_000),
      /** With the sample records that it brings; they come as an import of whoever applies it. */
      samples: z.boolean().optional(),
    }),
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
