import type { FeelType } from '@formwork/feel/types.ts';
import type { Empties } from '@formwork/feel/run.ts';

/** What a rule may name, told by whoever knows forms, actions and other rules. */
export interface Facts {
  /** Fields of the record and whatever else expressions may read, by id. */
  readonly types: Readonly<Record<string, FeelType>>;
  /** Fields that may be set; without it all of `types`. */
  readonly writable?: ReadonlySet<string>;
  readonly empties?: Empties;
  /** Without it no name is held against anything: the rule is written where they are not known. */
  readonly actions?: ReadonlyMap<string, ActionFacts>;
  readonly rules?: ReadonlyMap<string, { readonly output: FeelType }>;
  readonly scripts?: ReadonlySet<string>;
  /** Fields of other forms, which conditions of records read; by form. */
  readonly forms?: ReadonlyMap<string, Readonly<Record<string, FeelType>>>;
}

export interface ActionFacts {
  /** `space`: in the transaction; `outside`: once it is committed. */
  readonly effect: 'space' | 'outside';
  readonly output: FeelType;
}
