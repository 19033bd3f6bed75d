import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { Misfits } from '@formwork/ui/sheet/changes.ts';
import { App } from 'antd';
import { useT } from '../i18n/i18n.ts';
import type { RecordFormModel } from './use-record-form.ts';

/** Tells of cells whose text did not fit; those that hold it all the same are red from now on. */
export function useMisfits(table: SlaveTable, form: Pick<RecordFormModel, 'touch'>): (misfits: Misfits) => void {
  const t = useT();
  const { message } = App.useApp();
  return ({ kept, left }) => {
    if (kept > 0) {
      form.touch(table.id);
      void message.warning(t('records.slave.misfits', { count: kept }));
    }
    if (left > 0) void message.warning(t('records.slave.refused', { count: left }));
  };
}
