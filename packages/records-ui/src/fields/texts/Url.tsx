import { Input } from 'antd';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { typedText } from '../typed-text.ts';

export const urlUi: FieldUi<'url'> = { Editor: UrlEditor, Cell: ShortLink, Detail: OuterLink, width: 200 };

function UrlEditor({ value, onChange, input, autoFocus }: EditorProps<'url'>) {
  return (
    <Input
      {...input}
      inputMode="url"
      autoComplete="off"
      autoFocus={autoFocus}
      maxLength={2000}
      placeholder="https://"
      value={typedText(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Without what all addresses begin with. */
function ShortLink({ value }: ShownProps<'url'>) {
  const address = String(value);
  const short = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  if (short === address) return <span className="fw-list-cell-text">{address}</span>;
  return (
    <a className="fw-list-cell-text" href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {short}
    </a>
  );
}

function OuterLink({ value }: ShownProps<'url'>) {
  const address = String(value);
  // only what the contract lets through becomes a link: another scheme could run script here
  if (!/^https?:\/\//i.test(address)) return <span className="fw-value-text">{address}</span>;
  return (
    <a className="fw-value-text" href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
}
