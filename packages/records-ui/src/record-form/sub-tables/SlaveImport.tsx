import { recordsApi } from '@formwork/contract/records/api.ts';
import type { GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { Sheet, SheetReading } from '@formwork/contract/records/import.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { JobProgress } from '@formwork/ui/feedback/job-progress.tsx';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { Alert, Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { EncodingSelect } from '../../exchange/EncodingSelect.tsx';
import { RefusedSheet } from '../../exchange/RefusedSheet.tsx';
import { SheetSelect } from '../../exchange/SheetSelect.tsx';
import { sheetFiles } from '../../exchange/sheet-files.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { RowData } from '../form-data.ts';
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
  file: File;
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
  const [problem, setProblem] = useState<{ file: File; error: unknown }>();
  const [reading, setReading] = useState(false);
  const offered = columns.filter((column) => column.readOnly !== true);

  const send = async (file: File, given: GivenEncoding = {}) => {
    const abort = new AbortController();
    setProblem(undefined);
    setSending({ name: file.name, part: 0, abort });
    try {
      const sheet = await upload(recordsApi.uploadSheet, { query: given }, [file], {
        signal: abort.signal,
        onProgress: (part) => setSending({ name: file.name, part, abort }),
      });
      await take(file, sheet);
    } catch (error) {
      if (!abort.signal.aborted) setProblem({ file, error });
    } finally {
      setSending(undefined);
    }
  };
  const take = async (file: File, sheet: Sheet) => {
    const { rows: texts, total } = await call(recordsApi.readRows, {
      params: { uploadId: sheet.uploadId },
      body: sheet.reading,
    });
    const titles = sheet.columns.map(({ title }) => title);
    setTaken({ file, sheet, texts, total, into: matched(titles, offered) });
  };
  // in another encoding, or from another sheet; what was taken stays while that cannot be read
  const readAgain = async (change: Partial<SheetReading>) => {
    if (!taken) return;
    const { file, sheet } = taken;
    const { replaced: _replaced, ...strict } = sheet.reading;
    setReading(true);
    setProblem(undefined);
    try {
      const body = { ...strict, ...change };
      await take(file, await call(recordsApi.readSheet, { params: { uploadId: sheet.uploadId }, body }));
    } catch (error) {
      setProblem({ file, error });
    } finally {
      setReading(false);
    }
  };
  const tooMany = taken !== undefined && taken.total > free;
  const nothing = taken !== undefined && taken.into.every((id) => id === undefined);
  const finish = () =>
    taken &&
    onMade(
      rowsOfTexts(
        taken.texts,
        taken.into.map((id) => columns.find((column) => column.id === id)),
        newRow,
      ),
    );
  return (
    <Modal
      open
      title={t('records.slave.import')}
      onCancel={onClose}
      okText={t('records.slave.take', { count: taken?.total ?? 0 })}
      okButtonProps={{ disabled: !taken || tooMany || nothing }}
      onOk={finish}
    >
      {problem && (
        <RefusedSheet
          error={problem.error}
          busy={reading || sending !== undefined}
          onChoose={(given) => void (taken ? readAgain(chosen(given)) : send(problem.file, given))}
        />
      )}
      {sending && (
        <JobProgress
          label={t('records.slave.sending', { name: sending.name })}
          done={Math.round(sending.part * 100)}
          total={100}
          onCancel={() => sending.abort.abort()}
        />
      )}
      {!taken && !sending && (
        <FileDrop
          accept={sheetFiles}
          onFiles={([file]) => {
            if (file) void send(file);
          }}
          note={t('records.slave.accepted')}
        />
      )}
      {taken && (
        <div className="fw-slave-import">
          <div className="exchange-reading">
            {taken.sheet.encodings.length > 0 && (
              <EncodingSelect
                choices={taken.sheet.encodings}
                value={taken.sheet.reading.encoding}
                busy={reading}
                onChange={(encoding) => void readAgain({ encoding })}
              />
            )}
            {taken.sheet.sheets.length > 1 && (
              <SheetSelect
                sheets={taken.sheet.sheets}
                value={taken.sheet.reading.sheet}
                busy={reading}
                onChange={(name) => void readAgain({ sheet: name })}
              />
            )}
          </div>
          {taken.sheet.reading.replaced === true && <p className="exchange-replaced">{t('encoding.replaced')}</p>}
          {tooMany && <Alert type="error" showIcon title={t('records.slave.no_room', { count: taken.total, free })} />}
          {nothing && <Alert type="warning" showIcon title={t('records.slave.no_column')} />}
          <ul>
            {taken.sheet.columns.map(({ index, title, samples }, at) => (
              <li key={index}>
                <span>
                  <b>{title || t('records.slave.column', { number: index + 1 })}</b>
                  <small>{samples.slice(0, 3).join(' · ')}</small>
                </span>
                <Select
                  allowClear
                  size="small"
                  aria-label={t('records.slave.goes_into', { title })}
                  placeholder={t('records.slave.left_out')}
                  value={taken.into[at]}
                  onChange={(id: string | undefined) =>
                    setTaken({
                      ...taken,
                      into: taken.into.map((own, place) => (place === at ? id : own === id ? undefined : own)),
                    })
                  }
                  options={offered.map((column) => ({ value: column.id, label: column.title }))}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Modal>
  );
}

function chosen({ encoding, replaced }: GivenEncoding): Partial<SheetReading> {
  return { ...(encoding && { encoding }), ...(replaced === true && { replaced }) };
}
