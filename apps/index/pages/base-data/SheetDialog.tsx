import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import type { AnyEndpoint } from '@formwork/web/http/call.ts';
import { ImportDialog } from '@formwork/records-ui/exchange/ImportDialog.tsx';
import { ImportOutcome } from '@formwork/records-ui/exchange/ImportOutcome.tsx';
import { csvText, saveCsv } from '@formwork/records-ui/exchange/save-csv.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useState } from 'react';

interface Props {
  /** Takes a spreadsheet and answers what came of it. */
  endpoint: AnyEndpoint;
  params: Record<string, unknown>;
  refresh: AnyEndpoint[];
  /** Names the columns a file has. */
  columns: string;
  onClose: () => void;
}

/** A spreadsheet is dropped, what is right is taken, and what is not is named by line. */
export function SheetDialog({ endpoint, params, refresh: readings, columns, onClose }: Props) {
  const t = useT();
  const [outcome, setOutcome] = useState<SheetOutcome>();
  return (
    <ImportDialog
      title={t('basedata.import')}
      hint={columns}
      send={async (files, query, options) => {
        setOutcome((await upload(endpoint, { params, query }, files, options)) as SheetOutcome);
        await refresh(...readings);
      }}
      result={outcome && <Outcome outcome={outcome} onAgain={() => setOutcome(undefined)} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

function Outcome({ outcome, onAgain, onClose }: { outcome: SheetOutcome; onAgain: () => void; onClose: () => void }) {
  const t = useT();
  const { created, updated, failures } = outcome;
  return (
    <>
      <ImportOutcome
        title={t('sheets.done', { created, updated, failed: failures.length })}
        failed={failures.length}
        reasons={failures.map(({ line, code, data }) => `${t('sheets.line', { line })} ${t(code, data)}`)}
        failures={() => saveCsv(t('sheets.failures_file'), csvText(linesOf(outcome, t)))}
      />
      <div className="exchange-foot">
        <Button onClick={onAgain}>{t('sheets.back')}</Button>
        <Button type="primary" onClick={onClose}>
          {t('ui.action.close')}
        </Button>
      </div>
    </>
  );
}

/** The rows that were not taken as they were, with the reason behind them: corrected, they can be dropped again. */
function linesOf({ header, failures }: SheetOutcome, t: Translate): string[][] {
  return [
    [...header, t('sheets.reason')],
    ...failures.map(({ cells, code, data }) => [...header.map((_, at) => cells[at] ?? ''), t(code, data)]),
  ];
}
