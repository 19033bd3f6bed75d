import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { useState } from 'react';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { RefusedSheet } from './RefusedSheet.tsx';
import { sheetFiles } from './sheet-files.ts';

interface Props {
  note: string;
  /** Stands in place of the note while a file is being read. */
  reading: string;
  onFiles: (files: File[], given: GivenEncoding) => Promise<void>;
}

/** Where a spreadsheet is dropped: says that it is being read, and why it was refused. */
export function SheetDrop({ note, reading, onFiles }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ files: File[]; error: unknown }>();
  const send = async (files: File[], given: GivenEncoding = {}) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onFiles(files, given);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem({ files, error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FileDrop
        accept={sheetFiles}
        disabled={busy}
        onFiles={(files) => void send(files)}
        note={busy ? reading : note}
      />
      {problem && <RefusedSheet error={problem.error} onChoose={(given) => void send(problem.files, given)} />}
    </>
  );
}
