import type { Logo, Theme, Watermark } from '@formwork/contract/enterprise/appearance.ts';
import type { EnterpriseInfo } from '@formwork/contract/enterprise/info.ts';
import type { WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import type { Generated } from 'kysely';

/** The settings by name and what each holds; name and credit code of the enterprise are the space's. */
export interface Settings {
  info: Omit<EnterpriseInfo, 'name' | 'creditCode'>;
  theme: Theme;
  logo: Logo;
  watermark: Watermark;
  scanning: { enabled: boolean };
  app_menus: { enabled: boolean };
  /** As it was written, as pages get it, and the end of its name. */
  style: { text: string; css: string; hash: string };
  work_time: WorkTime;
}

export interface SettingTable {
  space_id: string;
  name: keyof Settings;
  value: unknown;
  changed_by: string;
  changed_at: Generated<Date>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'enterprise.setting': SettingTable;
  }
}
