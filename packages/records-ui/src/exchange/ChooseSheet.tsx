import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import { JobProgress } from '@formwork/ui/feedback/job-progress.tsx';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import type { UploadOptions } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';
import './exchange.css';
import { RefusedSheet } from './RefusedSheet.tsx';
import { sheetFiles } from './sheet-files.ts';

export type SendSheet = (files: File[], given: GivenEncoding, options: UploadOptions) => Promise<void>;

/** The first step of every import: a spreadsheet is dropped and sent, or told why it was refused. A zip may bring files beside the table. */
export function ChooseSheet({ zip = false, send }: { zip?: boolean; send: SendSheet }) {
  const t = useT();
  const [sending, setSending] = useState<{ name: string; part: number; abort: AbortController }>();
  const [problem, setProblem] = useState<{ file: File; error: unknown }>();

  async function begin(file: File, given: GivenEncoding = {}): Promise<void> {
    const abort = new AbortController();
    const { name } = file;
    setProblem(undefined);
    setSending({ name, part: 0, abort });
    try {
      await send([file], given, { signal: abort.signal, onProgress: (part) => setSending({ name, part, abort }) });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!isApiError(error)) throw error;
      setProblem({ file, error });
    } finally {
      setSending(undefined);
    }
  }

  return (
    <div className="exchange-upload">
      {problem && <RefusedSheet error={problem.error} onChoose={(given) => void begin(problem.file, given)} />}
      {sending ? (
        <JobProgress
          label={t(sending.part < 1 ? 'sheets.sending' : 'sheets.reading', { name: sending.name })}
          done={Math.round(sending.part * 100)}
          total={100}
          onCancel={() => sending.abort.abort()}
        />
      ) : (
        <FileDrop
          accept={zip ? `${sheetFiles},.zip` : sheetFiles}
          onFiles={([file]) => {
            if (file) void begin(file);
          }}
          note={t(zip ? 'sheets.accepted_zip' : 'sheets.accepted')}
        />
      )}
    </div>
  );
}
