import { z } from 'zod';
import { uuid } from '../endpoint.ts';
import { nameText, Text } from '../text.ts';
import { AssetId } from './asset.ts';

const column = z.string().min(1).max(400);
const Bound = z.string().trim().min(1).max(40).nullable();

/** What a rule holds the rows of an asset against. Nothing passes whatever does not ask whether there is something. */
export const QualityCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('filled'), column }),
  z.object({ kind: z.literal('unique'), columns: z.array(column).min(1).max(5) }),
  /** Of numbers, days and moments; both ends count. */
  z
    .object({ kind: z.literal('range'), column, least: Bound, most: Bound })
    .refine(({ least, most }) => least !== null || most !== null, { path: ['least'] }),
  z.object({ kind: z.literal('list'), column, values: z.array(z.string().max(200)).min(1).max(500) }),
  /** A regular expression that the whole value fits. */
  z.object({ kind: z.literal('pattern'), column, pattern: z.string().min(1).max(500) }),
  /** FEEL over the columns of a row. */
  z.object({ kind: z.literal('expression'), expression: z.string().trim().min(1).max(4_000) }),
  /** Each value stands in a column of another asset. */
  z.object({ kind: z.literal('reference'), column, asset: AssetId, otherColumn: column }),
  /** The newest value is at most so many hours old. */
  z.object({ kind: z.literal('fresh'), column, hours: z.number().min(0.1).max(87_600) }),
  /** So many rows; `swing`: percent by which they may differ from the middle of the last eight checks. */
  z
    .object({
      kind: z.literal('volume'),
      least: z.int().min(0).nullable(),
      most: z.int().min(0).nullable(),
      swing: z.number().min(1).max(1_000).nullable(),
    })
    .refine(({ least, most, swing }) => least !== null || most !== null || swing !== null, { path: ['least'] }),
  /** How numbers are spread, held against the first check: population stability index, from a thousand rows on. */
  z.object({ kind: z.literal('drift'), column, most: z.number().min(0.05).max(2) }),
]);
export type QualityCheck = z.infer<typeof QualityCheck>;
export type QualityKind = QualityCheck['kind'];

export const qualityKinds = QualityCheck.options.map((option) => option.shape.kind.value);
/** Rules whose rows can be shown where they fail. */
export const rowKinds: ReadonlySet<QualityKind> = new Set([
  'filled',
  'unique',
  'range',
  'list',
  'pattern',
  'expression',
  'reference',
]);

export const severities = ['critical', 'major', 'minor'] as const;
export const checkTimes = ['night', 'hour', 'hand'] as const;
export const ruleStates = ['new', 'passed', 'failed', 'broken'] as const;
export const incidentStates = ['open', 'taken', 'working', 'solved'] as const;

export const QualityRuleInput = z.object({
  name: nameText().min(1).max(200),
  check: QualityCheck,
  severity: z.enum(severities),
  /** Percent of rows that may fail. */
  tolerance: z.number().min(0).max(100),
  /** By night and hour also whenever a data task has written the asset. */
  when: z.enum(checkTimes),
  enabled: z.boolean(),
});
export type QualityRuleInput = z.infer<typeof QualityRuleInput>;

export const QualityResult = z.object({
  at: z.iso.datetime(),
  checked: z.int(),
  failed: z.int(),
  /** Age in hours, number of rows, stability index; null of rules that count rows. */
  value: z.number().nullable(),
  state: z.enum(ruleStates),
  /** Why it could not be carried out, a code of a refusal. */
  why: z.string().nullable(),
});
export type QualityResult = z.infer<typeof QualityResult>;

export const QualityRule = QualityRuleInput.extend({
  id: uuid,
  asset: AssetId,
  /** With whose rights it reads. */
  madeBy: uuid,
  state: z.enum(ruleStates),
  last: QualityResult.nullable(),
});
export type QualityRule = z.infer<typeof QualityRule>;

export const Incident = z.object({
  id: uuid,
  asset: AssetId,
  assetTitle: Text,
  rule: uuid.nullable(),
  title: z.string(),
  state: z.enum(incidentStates),
  owner: uuid.nullable(),
  note: z.string(),
  openedAt: z.iso.datetime(),
  reopened: z.int(),
  solvedAt: z.iso.datetime().nullable(),
});
export type Incident = z.infer<typeof Incident>;

export const IncidentChange = z.object({
  state: z.enum(incidentStates).optional(),
  owner: uuid.nullable().optional(),
  note: z.string().max(2_000).optional(),
});
export type IncidentChange = z.infer<typeof IncidentChange>;

export const Remark = z.object({ id: uuid, by: uuid, at: z.iso.datetime(), text: z.string() });
export type Remark = z.infer<typeof Remark>;
