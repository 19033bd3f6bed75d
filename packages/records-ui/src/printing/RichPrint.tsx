import type { RichLine, RichRun } from '@formwork/contract/printing/rich-lines.ts';
import { pictureAddress } from './picture-address.ts';
import './print-sheet.css';

/** Formatted text on paper, as the PDF draws it too. */
export function RichPrint({ lines }: { lines: readonly RichLine[] }) {
  return (
    <div className="fw-print-rich">
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </div>
  );
}

function Line({ line }: { line: RichLine }) {
  switch (line.kind) {
    case 'rule':
      return <hr className="fw-print-line" />;
    case 'picture':
      return <img className="fw-print-picture" src={pictureAddress(line.file)} alt="" />;
    case 'row':
      return (
        <div className="fw-print-rich-row" data-head={line.head}>
          {line.cells.map((runs, index) => (
            <span key={index}>
              <Runs runs={runs} />
            </span>
          ))}
        </div>
      );
    case 'text':
      return (
        <div
          className="fw-print-rich-line"
          data-heading={line.heading}
          style={{ paddingInlineStart: `${(line.indent ?? 0) * 1.2}em` }}
        >
          {line.marker !== undefined && <span className="fw-print-rich-marker">{line.marker}</span>}
          <Runs runs={line.runs} />
        </div>
      );
  }
}

function Runs({ runs }: { runs: readonly RichRun[] }) {
  return runs.map(({ text, bold, italic, underline, strike }, index) => (
    <span
      key={index}
      style={{
        ...(bold && { fontWeight: 600 }),
        ...(italic && { fontStyle: 'italic' }),
        ...((underline || strike) && {
          textDecoration: [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' '),
        }),
      }}
    >
      {text}
    </span>
  ));
}
