import { read, utils, type WorkSheet } from '@e965/xlsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { NotLoaded, Waiting, type ContentProps } from './FileContent.tsx';
import { useContent } from './use-content.ts';

/** A page is no spreadsheet: what lies beyond is in the download. */
const mostRows = 2_000;
const mostColumns = 100;

/** A workbook, a sheet at a time, with cells as they are shown in it. */
export default function SheetPreview({ file }: ContentProps) {
  const { data: bytes, isError, refetch } = useContent(file);
  const [chosen, setChosen] = useState<string>();
  const book = useMemo(
    () =>
      bytes && read(bytes, { type: 'array', cellHTML: false, cellDates: true, dense: false, sheetRows: mostRows + 1 }),
    [bytes],
  );
  if (isError) return <NotLoaded retry={() => void refetch()} />;
  if (!book) return <Waiting />;
  const name = chosen ?? book.SheetNames[0] ?? '';
  const sheet = book.Sheets[name];
  return (
    <div className="preview-book">
      <Tabs
        size="small"
        activeKey={name}
        onChange={setChosen}
        items={book.SheetNames.map((key) => ({ key, label: key }))}
      />
      {sheet && <Cells sheet={sheet} />}
    </div>
  );
}

function Cells({ sheet }: { sheet: WorkSheet }) {
  const t = useT();
  const { rows, columns, cut, spans } = useMemo(() => tableOf(sheet), [sheet]);
  if (rows.length === 0) return <p className="preview-middle">{t('preview.sheet.empty')}</p>;
  return (
    <div className="preview-cells">
      <table>
        <thead>
          <tr>
            <th scope="col" aria-hidden />
            {Array.from({ length: columns }, (_, column) => (
              <th key={column} scope="col">
                {utils.encode_col(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              <th scope="row">{row + 1}</th>
              {Array.from({ length: columns }, (_, column) => {
                const span = spans.get(`${row} ${column}`);
                return span === null ? null : (
                  <td key={column} {...span}>
                    {cells[column] ?? ''}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {cut && <p className="preview-cut">{t('preview.sheet.cut', { rows: mostRows, columns: mostColumns })}</p>}
    </div>
  );
}

function tableOf(sheet: WorkSheet) {
  const range = utils.decode_range(sheet['!fullref'] ?? sheet['!ref'] ?? 'A1:A1');
  const rows = utils.sheet_to_json<string[]>(sheet, {
    header: 1,
    raw: false,
    defval: '',
    blankrows: true,
    range: { s: { r: 0, c: 0 }, e: { r: Math.min(range.e.r, mostRows - 1), c: Math.min(range.e.c, mostColumns - 1) } },
  });
  const spans = new Map<string, { rowSpan: number; colSpan: number } | null>();
  for (const { s, e } of sheet['!merges'] ?? []) {
    if (s.r >= mostRows || s.c >= mostColumns) continue;
    for (let row = s.r; row <= Math.min(e.r, mostRows); row += 1)
      for (let column = s.c; column <= Math.min(e.c, mostColumns); column += 1) spans.set(`${row} ${column}`, null);
    spans.set(`${s.r} ${s.c}`, { rowSpan: e.r - s.r + 1, colSpan: e.c - s.c + 1 });
  }
  return {
    rows,
    columns: Math.min(range.e.c + 1, mostColumns),
    cut: range.e.r >= mostRows || range.e.c >= mostColumns,
    spans,
  };
}
