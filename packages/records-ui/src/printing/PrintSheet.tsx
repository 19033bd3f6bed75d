import type { PlainPart, PrintDocument, PrintPart, PrintedValue } from '@formwork/contract/printing/document.ts';
import { CodeImage } from './CodeImage.tsx';
import { PrintGrid } from './PrintGrid.tsx';
import { pictureAddress } from './picture-address.ts';
import { RichPrint } from './RichPrint.tsx';
import './print-sheet.css';

/** A filled template as the browser draws it; the paper around it is the printer's. */
export function PrintSheet({ document }: { document: PrintDocument }) {
  return (
    <div className="fw-sheet-print" style={{ fontSize: `${document.fontSize}pt` }}>
      {document.parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function Part({ part }: { part: PrintPart }) {
  if (part.kind !== 'columns') return <PlainPartView part={part} />;
  return (
    <div
      className="fw-print-columns"
      style={{ gridTemplateColumns: part.cells.map(({ weight }) => `minmax(0, ${weight}fr)`).join(' ') }}
    >
      {part.cells.map(({ parts }, index) => (
        <div key={index}>
          {parts.map((one, at) => (
            <PlainPartView key={at} part={one} />
          ))}
        </div>
      ))}
    </div>
  );
}

function PlainPartView({ part }: { part: PlainPart }) {
  switch (part.kind) {
    case 'text':
      return (
        <p
          className="fw-print-text"
          style={{
            fontSize: `${part.size}pt`,
            fontWeight: part.bold ? 600 : 400,
            fontStyle: part.italic ? 'italic' : 'normal',
            textAlign: part.align,
          }}
        >
          {part.text}
        </p>
      );
    case 'line':
      return <hr className="fw-print-line" />;
    case 'space':
      return <div style={{ height: `${part.height}mm` }} />;
    case 'break':
      return <div className="fw-print-break" />;
    case 'picture':
      return (
        <div style={{ textAlign: part.align }}>
          {part.files.map((id) => (
            <img key={id} src={pictureAddress(id)} alt="" style={{ width: `${part.width}mm`, maxWidth: '100%' }} />
          ))}
        </div>
      );
    case 'code':
      return (
        <div style={{ textAlign: part.align }}>
          <CodeImage kind={part.code} content={part.content} caption={part.caption} width={`${part.width}mm`} />
          {part.caption && (part.code === 'qrcode' || part.code === 'datamatrix') && (
            <div className="fw-print-caption">{part.content}</div>
          )}
        </div>
      );
    case 'fields':
      return (
        <PrintGrid
          {...part}
          items={part.items.map(({ value, ...item }) => ({ ...item, value: <Value value={value} /> }))}
        />
      );
    case 'table':
      return <Table {...part} />;
  }
}

function Table({ columns, rows, totals }: Extract<PlainPart, { kind: 'table' }>) {
  const whole = columns.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <table className="fw-print-table">
      <colgroup>
        {columns.map(({ weight }, index) => (
          <col key={index} style={{ width: `${(weight / whole) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ title, align }, index) => (
            <th key={index} scope="col" style={{ textAlign: align }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((value, index) => (
              <td key={index} style={{ textAlign: columns[index]!.align }}>
                <Value value={value} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            {totals.map((text, index) => (
              <td key={index} style={{ textAlign: columns[index]!.align }}>
                {text}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Value({ value: { text, lines, pictures } }: { value: PrintedValue }) {
  if (lines) return <RichPrint lines={lines} />;
  return (
    <>
      {text}
      {pictures?.map((id) => (
        <img key={id} className="fw-print-picture" src={pictureAddress(id)} alt="" />
      ))}
    </>
  );
}
