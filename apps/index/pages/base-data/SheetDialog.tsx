import { DownloadOutlined } from '@ant-design/icons';
import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { AnyEndpoint } from '@formwork/web/http/call.ts';
import { csvText, saveCsv } from '@formwork/records-ui/exchange/save-csv.ts';
import { SheetDrop } from '@formwork/records-ui/exchange/SheetDrop.tsx';
import { refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Modal } from 'antd';
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
  const send = async (files: File[], query: GivenEncoding) => {
    setOutcome(undefined);
    setOutcome((await upload(endpoint, { params, query }, files)) as SheetOutcome);
    await refresh(...readings);
  };
  return (
    <Modal open title={t('basedata.import')} footer={null} onCancel={onClose}>
      <div className="base-stack">
        <p className="base-quiet">{columns}</p>
        <SheetDrop note={t('basedata.sheet.drop')} reading={t('basedata.sheet.reading')} onFiles={send} />
        {outcome && (
          <Alert
            type={outcome.failures.length > 0 ? 'warning' : 'success'}
            showIcon
            title={t('basedata.sheet.done', {
              created: outcome.created,
              updated: outcome.updated,
              failed: outcome.failures.length,
            })}
          />
        )}
        {outcome && outcome.failures.length > 0 && (
          <Button
            icon={<DownloadOutlined />}
            onClick={() => saveCsv(t('basedata.sheet.failures_file'), csvText(linesOf(outcome, t)))}
          >
            {t('basedata.sheet.failures')}
          </Button>
        )}
        {outcome && outcome.failures.length > 0 && (
          <ul className="base-failures">
            {outcome.failures.map(({ line, code, data }) => (
              <li key={line}>
                {t('basedata.sheet.line', { line })} {t(code, data)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

/** The rows that were not taken as they were, with the reason behind them: corrected, they can be dropped again. */
function linesOf({ header, failures }: SheetOutcome, t: Translate): string[][] {
  return [
    [...header, t('basedata.sheet.reason')],
    ...failures.map(({ cells, code, data }) => [...header.map((_, at) => cells[at] ?? ''), t(code, data)]),
  ];
}
