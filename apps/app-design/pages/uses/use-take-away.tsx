import type { Named } from '@formwork/contract/condition/references.ts';
import type { Use } from '@formwork/contract/forms/uses.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Behind } from '@formwork/web/resources/Behind.tsx';
import { UseList } from '@formwork/web/uses/UseList.tsx';
import { Alert, App } from 'antd';
import { useCallback } from 'react';
import { usesOf } from './load-uses.ts';

/** What is to go, and what people call it. */
export interface Taken {
  named: Named[];
  what: string;
}

/** Takes something out of a draft: at once where nobody names it, else after showing who does. */
export function useTakeAway(formId: string, save: () => Promise<boolean>): (taken: Taken, take: () => void) => void {
  const t = useT();
  const { modal } = App.useApp();
  return useCallback(
    (taken, take) => {
      const ask = async () => {
        // what the draft itself names is known to the server once it is saved
        await save();
        // the title of records and the columns of the list are settled by the removal itself
        const uses = (await usesOf(formId, taken.named).catch(() => [])).filter(
          ({ kind, formId: of, part }) => kind !== 'form' || of !== formId || part !== '',
        );
        if (uses.length === 0) return take();
        const shown = modal.confirm({
          title: t('uses.take_title', { what: taken.what }),
          width: 560,
          okText: t('uses.take'),
          okButtonProps: { danger: true },
          onOk: take,
          content: (
            <TakenUses
              uses={uses}
              formId={formId}
              columns={taken.named.flatMap(({ form, element }) => (form === formId ? [element] : []))}
              onJump={() => shown.destroy()}
            />
          ),
        });
      };
      void ask();
    },
    [formId, save, modal, t],
  );
}

function TakenUses({
  uses,
  formId,
  columns,
  onJump,
}: {
  uses: readonly Use[];
  formId: string;
  columns: readonly string[];
  onJump: () => void;
}) {
  const t = useT();
  const refusing = uses.filter(({ how }) => how === 'refuse').length;
  return (
    <div className="fw-take-away">
      {refusing > 0 && <Alert type="error" showIcon title={t('uses.refused', { count: refusing })} />}
      <UseList uses={uses} onJump={onJump} />
      {columns.length > 0 && <Behind kind="form" id={formId} columns={columns} />}
      <p>{t('uses.take_hint')}</p>
    </div>
  );
}
