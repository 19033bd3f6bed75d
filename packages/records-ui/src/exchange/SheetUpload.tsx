import { recordsApi } from '@formwork/contract/records/api.ts';
import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { JobProgress } from '@formwork/ui/feedback/job-progress.tsx';
import { useState } from 'react';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import './exchange.css';
import { RefusedSheet } from './RefusedSheet.tsx';
import { sheetFiles } from './sheet-files.ts';

/** A spreadsheet goes up and comes back with what its columns hold; a zip may bring files beside the table. */
export function SheetUpload({ zip = false, onSheet }: { zip?: boolean; onSheet: (sheet: Sheet) => void }) {
  const t = useT();
  const [sending, setSending] = useState<{ name: string; part: number; abort: AbortController }>();
  const [problem, setProblem] = useState<{ file: File; error: unknown }>();

  async function send(file: File, given: GivenEncoding = {}): Promise<void> {
    const abort = new AbortController();
    setProblem(undefined);
    setSending({ name: file.name, part: 0, abort });
    try {
      onSheet(
        await upload(recordsApi.uploadSheet, { query: given }, [file], {
          signal: abort.signal,
          onProgress: (part) => setSending({ name: file.name, part, abort }),
        }),
      );
    } catch (error) {
      if (!abort.signal.aborted) setProblem({ file, error });
    } finally {
      setSending(undefined);
    }
  }

  return (
    <div className="exchange-upload">
      {problem && <RefusedSheet error={problem.error} onChoose={(given) => void send(problem.file, given)} />}
      {sending ? (
        <JobProgress
          label={t('exchange.upload.sending', { name: sending.name })}
          done={Math.round(sending.part * 100)}
          total={100}
          onCancel={() => sending.abort.abort()}
        />
      ) : (
        <FileDrop
          accept={zip ? `${sheetFiles},.zip` : sheetFiles}
          onFiles={([file]) => {
            if (file) void send(file);
          }}
          note={t(zip ? 'exchange.upload.accepted_zip' : 'exchange.upload.accepted')}
        />
      )}
    </div>
  );
}
