import './figure-text.css';

/** A figure with its sign or unit standing back: columns are compared by their digits. */
export function FigureText({ children: text }: { children: string }) {
  const digits = /-?\d(?:[\d,.\u00a0 ]*\d)?/.exec(text);
  if (!digits || digits[0].length === text.length) return <span className="fw-list-cell-text">{text}</span>;
  const before = text.slice(0, digits.index);
  const after = text.slice(digits.index + digits[0].length);
  return (
    <span className="fw-list-cell-text">
      {before && <small className="fw-unit">{before}</small>}
      {digits[0]}
      {after && <small className="fw-unit">{after}</small>}
    </span>
  );
}
