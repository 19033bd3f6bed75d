import { FileDrop } from '@formwork/ui/file-drop.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert } from 'antd';
import { useState } from 'react';

/** Where a spreadsheet is dropped: says that it is being read, and why it was refused. */
export function SheetDrop({ columns, onFiles }: { columns: string; onFiles: (files: File[]) => Promise<void> }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (files: File[]) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onFiles(files);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className="base-quiet">{columns}</p>
      <FileDrop accept=".xls,.xlsx,.csv" disabled={busy} onFiles={(files) => void send(files)} note={t(busy ? 'basedata.sheet.reading' : 'basedata.sheet.drop')} />
      {problem && <Alert type="error" showIcon title={problem} />}
    </>
  );
}
