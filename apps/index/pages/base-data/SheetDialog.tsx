import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import { FileDrop } from '@formwork/ui/file-drop.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import type { AnyEndpoint } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Modal } from 'antd';
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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<SheetOutcome>();
  const send = async (files: File[]) => {
    setBusy(true);
    setProblem(undefined);
    setOutcome(undefined);
    try {
      setOutcome((await upload(endpoint, { params }, files)) as SheetOutcome);
      await refresh(...readings);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open title={t('basedata.import')} footer={null} onCancel={onClose}>
      <div className="base-stack">
        <p className="base-quiet">{columns}</p>
        <FileDrop accept=".xls,.xlsx,.csv" disabled={busy} onFiles={(files) => void send(files)} note={t(busy ? 'basedata.sheet.reading' : 'basedata.sheet.drop')} />
        {problem && <Alert type="error" showIcon title={problem} />}
        {outcome && <Alert type={outcome.failures.length > 0 ? 'warning' : 'success'} showIcon title={t('basedata.sheet.done', { created: outcome.created, updated: outcome.updated, failed: outcome.failures.length })} />}
        {outcome && outcome.failures.length > 0 && (
          <ul className="base-failures">{outcome.failures.map(({ line, code, data }) => <li key={line}>{t('basedata.sheet.line', { line })} {t(code, data)}</li>)}</ul>
        )}
      </div>
    </Modal>
  );
}
