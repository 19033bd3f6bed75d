import { z } from 'zod';
import { OwnCondition } from '../condition/condition.ts';
import { uuid } from '../endpoint.ts';
import { Text, Title } from '../text.ts';

/** Everything with columns or figures that the modules register, and what other systems tell of. */
export const assetKinds = [
  'form',
  'view',
  'chart',
  'dashboard',
  'screen',
  'dataset',
  'table',
  'file',
  'etl_task',
  'etl_flow',
  'gateway_api',
  'rule',
  'orchestration',
  'product',
  'external',
] as const;
export type AssetKind = (typeof assetKinds)[number];

export const assetStates = ['live', 'deprecated', 'external', 'gone'] as const;
/** What of an asset waits for somebody. */
export const assetWaits = ['proposals', 'requests', 'unread', 'incidents', 'contracts', 'overdue'] as const;
/** What is to become of rows that are there for longer than is meant. */
export const retentionThens = ['delete', 'archive', 'anonymise', 'review'] as const;
/** Who uses an asset: somebody of the space, a program that calls an API, whoever was given a link. */
export const userKinds = ['person', 'application', 'visitor'] as const;
export const certifications = ['none', 'proposed', 'certified'] as const;

/** From open to what only few may see; the place in the list is the number kept. */
export const sensitivities = ['open', 'internal', 'confidential', 'personal', 'secret'] as const;
export type Sensitivity = (typeof sensitivities)[number];
const SensitivityLevel = z.enum(sensitivities);

/** What a look at values can find in a column. */
export const sensitiveKinds = [
  'identityCard',
  'creditCode',
  'bankCard',
  'mobile',
  'landline',
  'mail',
  'plate',
  'ip',
  'address',
  'name',
] as const;
export type SensitiveKind = (typeof sensitiveKinds)[number];

/** How sensitive each of them is, where a steward takes the proposal. */
export const proposedLevels = {
  identityCard: 'secret',
  bankCard: 'secret',
  creditCode: 'internal',
  mobile: 'personal',
  landline: 'personal',
  mail: 'personal',
  plate: 'personal',
  ip: 'internal',
  address: 'personal',
  name: 'personal',
} as const satisfies Record<SensitiveKind, Sensitivity>;

export const edgeKinds = ['value', 'condition', 'join', 'filter', 'group', 'sort', 'window', 'manual'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

export const AssetId = z.int().min(1).max(2_147_483_647);

/** Where it is opened: kind and id of the thing itself, and its application where it has one. */
export const AssetAddress = z.object({ kind: z.string(), id: z.string(), appId: z.string().nullable() });

export const AssetRow = z.object({
  id: AssetId,
  kind: z.string(),
  title: Text,
  about: z.string(),
  /** Whatever it belongs to: application, form, folder, connection; blank where it stands for itself. */
  place: Text,
  address: AssetAddress,
  state: z.enum(assetStates),
  owner: uuid.nullable(),
  domain: uuid.nullable(),
  category: uuid.nullable(),
  tags: z.array(z.string()),
  certified: z.enum(certifications),
  sensitivity: SensitivityLevel,
  columnCount: z.int(),
  score: z.int().nullable(),
  used: z.int(),
  usedAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime(),
});
export type AssetRow = z.infer<typeof AssetRow>;

export const AssetColumn = z.object({
  id: z.int(),
  key: z.string(),
  title: Text,
  type: z.string(),
  about: z.string(),
  sensitivity: SensitivityLevel,
  proposed: z.enum(sensitiveKinds).nullable(),
  /** The share of looked at values that bear the proposal out. */
  proposedShare: z.number().nullable(),
  decided: z.boolean(),
  term: uuid.nullable(),
});
export type AssetColumn = z.infer<typeof AssetColumn>;

const Tag = z.string().trim().min(1).max(40);

export const Asset = AssetRow.extend({
  stewards: z.array(uuid),
  terms: z.array(uuid),
  categoryBy: z.enum(['rule', 'hand']).nullable(),
  certifiedBy: uuid.nullable(),
  certifiedAt: z.iso.datetime().nullable(),
  retention: z.int().nullable(),
  retentionThen: z.enum(retentionThens),
  /** The column that tells how old a row is; null: when a record was made, or a file written. */
  ageColumn: z.string().nullable(),
  oldest: z.iso.datetime().nullable(),
  newest: z.iso.datetime().nullable(),
  agedAt: z.iso.datetime().nullable(),
  /** Why nobody can tell, the code of a refusal. */
  ageWhy: z.string().nullable(),
  keptUntil: z.iso.date().nullable(),
  keptWhy: z.string(),
  /** Why its columns are not known: the key of a text. */
  unread: z.string().nullable(),
  release: z.string(),
  version: z.int(),
  createdAt: z.iso.datetime(),
  columns: z.array(AssetColumn),
  readable: z.boolean(),
  followed: z.boolean(),
  followers: z.int(),
  /** What may be done with it here. */
  can: z.object({ edit: z.boolean(), open: z.boolean() }),
  /** `name` is that of an application; a person is known by the id. */
  usage: z.array(
    z.object({ by: z.enum(userKinds), id: uuid, name: z.string().nullable(), n: z.int(), last: z.iso.date() }),
  ),
  /** Uses a day within ninety days. */
  usageDays: z.array(z.object({ day: z.iso.date(), n: z.int() })),
});
export type Asset = z.infer<typeof Asset>;

export const AssetChange = z.object({
  version: z.int(),
  about: z.string().max(4_000).optional(),
  owner: uuid.nullable().optional(),
  stewards: z.array(uuid).max(20).optional(),
  domain: uuid.nullable().optional(),
  category: uuid.nullable().optional(),
  terms: z.array(uuid).max(50).optional(),
  tags: z.array(Tag).max(50).optional(),
  certified: z.enum(certifications).optional(),
  /** Days after which its rows should be gone; null says nothing. */
  retention: z.int().min(1).max(36_500).nullable().optional(),
  retentionThen: z.enum(retentionThens).optional(),
  ageColumn: z.string().min(1).max(400).nullable().optional(),
  state: z.enum(['live', 'deprecated']).optional(),
});
export type AssetChange = z.infer<typeof AssetChange>;

export const ColumnChange = z.object({
  about: z.string().max(2_000).optional(),
  sensitivity: SensitivityLevel.optional(),
  term: uuid.nullable().optional(),
});

export const BulkChange = z.object({
  ids: z.array(AssetId).min(1).max(1_000),
  owner: uuid.nullable().optional(),
  addTags: z.array(Tag).max(20).optional(),
  removeTags: z.array(Tag).max(20).optional(),
  certified: z.enum(certifications).optional(),
  domain: uuid.nullable().optional(),
  category: uuid.nullable().optional(),
});

/** What rules of categories ask of an asset. */
export const ruleFields = ['kind', 'name', 'tags', 'place', 'domain', 'sensitivity', 'certified'] as const;
export type RuleField = (typeof ruleFields)[number];

export const Category = z.object({
  id: uuid,
  parent: uuid.nullable(),
  name: Text,
  about: z.string(),
  rule: OwnCondition.nullable(),
  count: z.int(),
});
export type Category = z.infer<typeof Category>;

export const CategoryInput = z.object({
  parent: uuid.nullable(),
  name: Title,
  about: z.string().max(2_000),
  rule: OwnCondition.nullable(),
});
export type CategoryInput = z.infer<typeof CategoryInput>;

export const wordKinds = ['domain', 'term'] as const;
export const Word = z.object({
  id: uuid,
  kind: z.enum(wordKinds),
  name: Text,
  about: z.string(),
  /** Other words for the same. */
  also: z.array(z.string()),
  owner: uuid.nullable(),
});
export type Word = z.infer<typeof Word>;
export const WordInput = z.object({
  kind: z.enum(wordKinds),
  name: Title,
  about: z.string().max(4_000),
  also: z.array(z.string().trim().min(1).max(100)).max(50),
  owner: uuid.nullable(),
});
export type WordInput = z.infer<typeof WordInput>;
