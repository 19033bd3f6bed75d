import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet, SheetReading } from '@formwork/contract/records/import.ts';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { Alert, Modal, Select } from 'antd';
import { useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { ChooseSheet, type SendSheet } from '../../exchange/ChooseSheet.tsx';
import { ReadingChoice } from '../../exchange/ReadingChoice.tsx';
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
  const [problem, setProblem] = useState<unknown>();
  const [reading, setReading] = useState(false);
  const offered = columns.filter((column) => column.readOnly !== true);

  const send: SendSheet = async (files, query, options) =>
    take(await upload(recordsApi.uploadSheet, { query }, files, options));
  const take = async (sheet: Sheet) => {
    const { rows: texts, total } = await call(recordsApi.readRows, {
      params: { uploadId: sheet.uploadId },
      body: sheet.reading,
    });
    const titles = sheet.columns.map(({ title }) => title);
    setTaken({ sheet, texts, total, into: matched(titles, offered) });
  };
  // what was taken stays while it cannot be read in another way
  const readAgain = async (body: SheetReading) => {
    if (!taken) return;
    setReading(true);
    setProblem(undefined);
    try {
      await take(await call(recordsApi.readSheet, { params: { uploadId: taken.sheet.uploadId }, body }));
    } catch (error) {
      setProblem(error);
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
      {!taken && <ChooseSheet send={send} />}
      {taken && (
        <div className="fw-slave-import">
          <ReadingChoice sheet={taken.sheet} busy={reading} error={problem} onChange={(next) => void readAgain(next)} />
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
