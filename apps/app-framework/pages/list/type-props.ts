import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { ViewSettings } from '@formwork/contract/views/view.ts';
import type { ListView } from '../../paths.ts';
import type { Arrangement } from './list-settings.ts';

/** What a view of any type but the list is drawn from. */
export interface TypeProps {
  plan: PersonalPlan;
  canStart: boolean;
  /** Filter, order and search, the label's where the address says nothing else. */
  view: ListView;
  onView: (change: Partial<ListView>) => void;
  settings: ViewSettings;
  arrangement: Arrangement;
  fields: ReadonlyMap<string, Field>;
  /** Fields that cards show, the one that names the record first. */
  cardFields: readonly Field[];
}
