import type { AppMenu } from '@formwork/contract/forms/app-menu.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import type { ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { DefinitionChange } from '@formwork/contract/forms/api.ts';
import type { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { FieldAccessMap, FormAction, RowScope, RuleSubject } from '@formwork/contract/forms/permission.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Use } from '@formwork/contract/forms/uses.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ColumnType, Generated } from 'kysely';

/** jsonb: written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

export interface SystemTable {
  space_id: string;
  id: string;
  title: Json<Text>;
  icon: string | null;
  administrators: string[];
  position: Generated<number>;
}

export interface AppTable {
  space_id: string;
  id: string;
  system_id: string | null;
  title: Json<Text>;
  kind: Generated<'forms' | 'files'>;
  category: string | null;
  icon: string | null;
  hue: HueName | null;
  menu: ColumnType<AppMenu | null, string | null, string | null>;
  template: Generated<boolean>;
  position: Generated<number>;
  created_by: string;
  created_at: Generated<Date>;
  removed_at: Date | null;
  removed_by: string | null;
}

export interface OwnAppTable {
  space_id: string;
  account_id: string;
  app_id: string;
  favoured_at: Date | null;
  used_at: Date | null;
}

export interface FormTable {
  space_id: string;
  id: string;
  app_id: string;
  title: Json<Text>;
  position: Generated<number>;
  release: number | null;
  created_by: string;
  created_at: Generated<Date>;
  removed_at: Date | null;
  removed_by: string | null;
}

export interface DraftTable {
  space_id: string;
  form_id: string;
  version: number;
  definition: Json<FormDefinition>;
  saved_by: string;
  saved_at: Generated<Date>;
}

export interface ReleaseTable {
  space_id: string;
  form_id: string;
  number: number;
  definition: Json<FormDefinition>;
  changes: Json<DefinitionChange[]>;
  note: string | null;
  uses: Json<Use[]>;
  released_by: string;
  released_at: Generated<Date>;
}

export interface PermissionTable {
  space_id: string;
  form_id: string;
  id: string;
  position: number;
  subject_kind: RuleSubject['kind'];
  subject_id: string | null;
  subject_below: Generated<boolean>;
  effect: 'grant' | 'refuse';
  actions: FormAction[];
  scope: RowScope;
  condition: ColumnType<Condition | null, string | null, never>;
  fields: ColumnType<FieldAccessMap | null, string | null, never>;
}

export interface AppPermissionTable extends Omit<PermissionTable, 'form_id' | 'condition' | 'fields'> {
  app_id: string;
}

export interface LinkTable {
  space_id: string;
  form_id: string;
  target_id: string;
}

export interface ButtonSettingTable {
  space_id: string;
  app_id: string;
  form_id: string;
  version: number;
  settings: Json<ButtonSettings>;
  changed_by: string;
  changed_at: Generated<Date>;
}

export interface NotificationSettingTable {
  space_id: string;
  form_id: string;
  version: number;
  rules: Json<NotificationRule[]>;
  changed_by: string;
  changed_at: Generated<Date>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'forms.system': SystemTable;
    'forms.app': AppTable;
    'forms.own_app': OwnAppTable;
    'forms.form': FormTable;
    'forms.draft': DraftTable;
    'forms.release': ReleaseTable;
    'forms.link': LinkTable;
    'forms.permission': PermissionTable;
    'forms.app_permission': AppPermissionTable;
    'forms.button_setting': ButtonSettingTable;
    'forms.notification_setting': NotificationSettingTable;
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  app_system_fkey: 'forms.system.not_found',
  form_app_fkey: 'forms.app.not_found',
} as const;
