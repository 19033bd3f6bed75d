import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Arrangement, ViewSettings, ViewType } from '@formwork/contract/views/view.ts';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface ViewTable {
  space_id: string;
  id: string;
  form_id: string;
  person_id: string | null;
  type: ViewType;
  title: Json<Text>;
  category: string | null;
  audience: Json<RuleSubject[]>;
  settings: Json<ViewSettings>;
  position: number;
  is_default: Generated<boolean>;
  version: Generated<number>;
  changed_at: Generated<Date>;
  changed_by: string;
}

export interface ArrangementTable {
  space_id: string;
  form_id: string;
  person_id: string;
  label: string;
  settings: Json<Arrangement>;
  changed_at: Generated<Date>;
}

export interface ChoiceTable {
  space_id: string;
  form_id: string;
  person_id: string;
  view_id: string;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'views.view': ViewTable;
    'views.choice': ChoiceTable;
    'views.arrangement': ArrangementTable;
  }
}

export const constraintCodes: Record<string, ErrorCode> = {
  view_default_key: 'views.view.changed',
  choice_view: 'views.view.not_found',
};
