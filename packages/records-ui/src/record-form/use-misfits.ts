import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { Misfits } from '@formwork/ui/sheet/changes.ts';
import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { touchedRow } from './touched.ts';
import type { RecordFormModel } from './use-record-form.ts';

/** Tells of cells whose text did not fit; those that hold it all the same are red from now on. */
export function useMisfits(
  table: SlaveTable,
  form: Pick<RecordFormModel, 'touch' | 'data'>,
): (misfits: Misfits) => void {
  const t = useT();
  const { message } = App.useApp();
  const [told, setTold] = useState(0);
  const latest = useRef(form);
  latest.current = form;
  // after what was pasted has come into the rows
  useEffect(() => {
    const { touch, data } = latest.current;
    if (told > 0) touch(table.id, ...(data.slaves[table.id] ?? []).map(({ key }) => touchedRow(table.id, key)));
  }, [told, table.id]);
  return ({ kept, left }) => {
    if (kept > 0) {
      setTold((times) => times + 1);
      void message.warning(t('records.slave.misfits', { count: kept }));
    }
    if (left > 0) void message.warning(t('records.slave.refused', { count: left }));
  };
}
