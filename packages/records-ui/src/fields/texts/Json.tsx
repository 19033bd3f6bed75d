import { fieldTypes } from '@formwork/contract/forms/field-types/registry.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { Button, Input } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import './json.css';
import { ShownText } from '../ShownText.tsx';

export const jsonUi: FieldUi<'json'> = { Editor: JsonEditor, Cell: ShownText, Detail: Pretty, wide: true, width: 220 };

/** Text while it is typed: the check says where it goes wrong, and what is right can be laid out. */
function JsonEditor({ field, value, onChange, input, autoFocus }: EditorProps<'json'>) {
  const t = useT();
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : pretty(value);
  const problem = problemOf(text);
  const rows = field.config.rows ?? 6;
  const lay = () => {
    if (text.trim() !== '' && !problem) onChange(pretty(JSON.parse(text)));
  };
  return (
    <div className="fw-json">
      <Input.TextArea
        {...input}
        autoFocus={autoFocus}
        className="fw-json-text"
        spellCheck={false}
        value={text}
        autoSize={{ minRows: rows, maxRows: Math.max(rows, 24) }}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="fw-json-foot">
        <span className={problem ? 'fw-field-error' : 'fw-field-note'} aria-live="polite">
          {problem
            ? problem.line
              ? t('records.json.wrong_at', { line: problem.line, column: problem.column })
              : t('records.value.not_json')
            : text.trim() === ''
              ? t('records.json.hint')
              : t('records.json.right')}
        </span>
        <Button size="small" disabled={text.trim() === '' || problem !== undefined} onClick={lay}>
          {t('records.json.lay_out')}
        </Button>
      </div>
    </div>
  );
}

function Pretty({ value }: ShownProps<'json'>) {
  return <pre className="fw-json-view">{pretty(value)}</pre>;
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Where the text stops being JSON, as far as the browser says. */
function problemOf(text: string): { line?: number; column?: number } | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return fieldTypes.json.parse(text, {}, timeZone()).error ? {} : undefined;
  } catch (error) {
    const message = (error as Error).message;
    const place = /line (\d+) column (\d+)/.exec(message);
    if (place) return { line: Number(place[1]), column: Number(place[2]) };
    const position = /position (\d+)/.exec(message)?.[1];
    // the end came too early
    const before = position === undefined ? text : text.slice(0, Number(position));
    const lines = before.split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}
