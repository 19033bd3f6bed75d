import type { WorkingRecord, LogicContext } from '@formwork/contract/records/logic.ts';
import type { FieldError } from '@formwork/contract/records/validate.ts';
import type { Doer, SpaceTx } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ReleasedForm } from '../../forms/public.ts';
import type { RecordChange } from '../relations/recalculate.ts';
import type { StoredRecord } from './plan.ts';

/** What rules do with the saves of a form. */
export interface FormRules {
  /** Before it is saved: fields that get other values, and what refuses it. Pure, like all that prepares a record. */
  before?(record: WorkingRecord, stored: StoredRecord | undefined, context: LogicContext): Ruled;
  /** Keeps what `before` said of a record that is written now. */
  keep(tx: SpaceTx, doer: Doer, recordId: string, notes: readonly RuleNote[]): Promise<void>;
  /** Behind it, in its transaction: the ids of records of the form that were written once more. */
  after?(tx: SpaceTx, doer: Doer, changes: readonly RecordChange[]): Promise<ReadonlySet<string>>;
  /** Forms of which `after` may lock or write records. */
  touches?: ReadonlySet<string>;
}

/** What a rule did to a record before it was saved. `id` is the trace that it becomes. */
export interface RuleNote {
  readonly id: string;
  readonly rule: string;
  readonly release: number;
  readonly state: 'done' | 'stopped' | 'failed';
  readonly code?: string;
  readonly detail: object;
}

export interface Ruled {
  /** Values as the expression language has them, by field. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
  readonly notes: readonly RuleNote[];
}

type Source = (form: ReleasedForm) => Promise<FormRules | undefined> | FormRules | undefined;
const sources = new WeakMap<Platform, Source>();

/** Who keeps rules tells them, from memory: they are asked for with each save. */
export function knowFormRules(platform: Platform, source: Source): void {
  sources.set(platform, source);
}

export function formRules(
  platform: Platform,
  form: ReleasedForm,
): Promise<FormRules | undefined> | FormRules | undefined {
  return sources.get(platform)?.(form);
}
