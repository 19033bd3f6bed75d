import { FileDrop } from '@formwork/ui/file-drop.tsx';
import { Alert } from 'antd';
import { useState } from 'react';
import { isApiError } from '../http/api-error.ts';
import { errorText } from '../http/error-text.ts';
import { useT } from '../i18n/i18n.ts';
import { sheetFiles } from './sheet-files.ts';

interface Props {
  note: string;
  /** Stands in place of the note while a file is being read. */
  reading: string;
  onFiles: (files: File[]) => Promise<void>;
}

/** Where a spreadsheet is dropped: says that it is being read, and why it was refused. */
export function SheetDrop({ note, reading, onFiles }: Props) {
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
      <FileDrop accept={sheetFiles} disabled={busy} onFiles={(files) => void send(files)} note={busy ? reading : note} />
      {problem && <Alert type="error" showIcon title={problem} />}
    </>
  );
}
