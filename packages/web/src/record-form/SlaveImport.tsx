import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { FileDrop } from '@formwork/ui/file-drop.tsx';
import { JobProgress } from '@formwork/ui/job-progress.tsx';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { Alert, Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '../http/call.ts';
import { sheetFiles } from '../exchange/sheet-files.ts';
import { errorText } from '../http/error-text.ts';
import { upload } from '../http/upload.ts';
import { useT } from '../i18n/i18n.ts';
import type { RowData } from './form-data.ts';
import { matched, rowsOfTexts, type Made } from './slave-batch.ts';
import type { ShownRow } from './slave-columns.tsx';

interface Props {
  columns: SheetColumn<ShownRow>[];
  free: number;
  newRow: () => RowData;
  onMade: (made: Made) => void;
  onClose: () => void;
}

interface Taken {
  sheet: Sheet;
  texts: string[][];
  total: number;
  /** The column each column of the file goes into. */
  into: (string | undefined)[];
}

/** Rows of a spreadsheet for a slave table: nothing is saved before the record is. */
export function SlaveImport({ columns, free, newRow, onMade, onClose }: Props) {
  const t = useT();
  const [taken, setTaken] = useState<Taken>();
  const [sending, setSending] = useState<{ name: string; part: number; abort: AbortController }>();
  const [problem, setProblem] = useState<string>();
  const offered = columns.filter((column) => column.readOnly !== true);

  const send = async (file: File) => {
    const abort = new AbortController();
    setProblem(undefined);
    setSending({ name: file.name, part: 0, abort });
    try {
      const sheet = await upload(recordsApi.uploadSheet, {}, [file], { signal: abort.signal, onProgress: (part) => setSending({ name: file.name, part, abort }) });
      const { rows: texts, total } = await call(recordsApi.readRows, { params: { uploadId: sheet.uploadId }, body: sheet.reading });
      setTaken({ sheet, texts, total, into: matched(sheet.columns.map(({ title }) => title), offered) });
    } catch (error) {
      if (!abort.signal.aborted) setProblem(errorText(error, t));
    } finally {
      setSending(undefined);
    }
  };
  const tooMany = taken !== undefined && taken.total > free;
  const nothing = taken !== undefined && taken.into.every((id) => id === undefined);
  const finish = () => taken && onMade(rowsOfTexts(taken.texts, taken.into.map((id) => columns.find((column) => column.id === id)), newRow));
  return (
    <Modal open title={t('records.slave.import')} onCancel={onClose} okText={t('records.slave.take', { count: taken?.total ?? 0 })} okButtonProps={{ disabled: !taken || tooMany || nothing }} onOk={finish}>
      {problem && <Alert type="error" showIcon title={problem} />}
      {sending && <JobProgress label={t('records.slave.sending', { name: sending.name })} done={Math.round(sending.part * 100)} total={100} onCancel={() => sending.abort.abort()} />}
      {!taken && !sending && <FileDrop accept={sheetFiles} onFiles={([file]) => { if (file) void send(file); }} note={t('records.slave.accepted')} />}
      {taken && (
        <div className="fw-slave-import">
          {tooMany && <Alert type="error" showIcon title={t('records.slave.no_room', { count: taken.total, free })} />}
          {nothing && <Alert type="warning" showIcon title={t('records.slave.no_column')} />}
          <ul>
            {taken.sheet.columns.map(({ index, title, samples }, at) => (
              <li key={index}>
                <span><b>{title || t('records.slave.column', { number: index + 1 })}</b><small>{samples.slice(0, 3).join(' · ')}</small></span>
                <Select allowClear size="small" aria-label={t('records.slave.goes_into', { title })} placeholder={t('records.slave.left_out')} value={taken.into[at]}
                  onChange={(id: string | undefined) => setTaken({ ...taken, into: taken.into.map((own, place) => (place === at ? id : own === id ? undefined : own)) })}
                  options={offered.map((column) => ({ value: column.id, label: column.title }))} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Modal>
  );
}
