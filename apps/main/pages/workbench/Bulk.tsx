import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { BatchDialog, type BatchAction } from './BatchDialog.tsx';

interface Props {
  actions: readonly BatchAction[];
  rows: Parameters<typeof BatchDialog>[0]['rows'];
  onDone: () => void;
}

/** The buttons of a list for the rows that are selected. */
export function Bulk({ actions, rows, onDone }: Props) {
  const t = useT();
  const [open, setOpen] = useState<{ action: BatchAction; rows: Props['rows'] }>();
  return (
    <>
      {actions.map((action, at) => (
        <Button
          key={action}
          size="small"
          type={at === 0 ? 'primary' : 'default'}
          onClick={() => setOpen({ action, rows })}
        >
          {t(`workflow.batch.${action}`)}
        </Button>
      ))}
      {open && (
        <BatchDialog
          action={open.action}
          rows={open.rows}
          onClose={(done) => {
            setOpen(undefined);
            if (done) onDone();
          }}
        />
      )}
    </>
  );
}
