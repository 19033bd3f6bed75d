import { compile } from '@formwork/feel/compile.ts';
import { loadPinyin, readsPinyin } from '@formwork/feel/excel/pinyin.ts';
import type { Empties } from '@formwork/contract/records/expressions.ts';
import type { NamedField } from '@formwork/feel/names.ts';
import type { FeelType } from '@formwork/feel/types.ts';
import { toText } from '@formwork/feel/values.ts';
import { Input } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { FormulaScope } from './formula.ts';
import { problemText } from './problem-text.ts';

/** A record to try formulas on: values by field id, slave tables as lists of rows. */
export interface Sample {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a formula yields for a record, whose values can be changed to try others. */
export function Preview({
  text,
  scope,
  sample,
  empties,
  onOpen,
}: {
  text: string;
  scope: FormulaScope;
  sample?: Sample | undefined;
  empties?: Empties | undefined;
  onOpen?: (() => void) | undefined;
}) {
  const t = useT();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const compiled = useMemo(() => compile(text, { types: scope.types, empties }), [text, scope, empties]);
  const spelling = usePinyin(text);
  const input = useMemo(() => withTyped(sample?.input ?? {}, typed, scope.types), [sample, typed, scope]);
  // what only the server can say is tried there
  if (!compiled.ok || !spelling || compiled.references.some((name) => scope.types[name]?.kind === 'function'))
    return null;
  const { value, warnings } = compiled.run(input);
  const shown =
    value === null
      ? t('formula.value.empty')
      : typeof value === 'boolean'
        ? t(value ? 'formula.value.true' : 'formula.value.false')
        : toText(value);
  return (
    <details className="fx-preview" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>{t('formula.try.title')}</summary>
      <p className="fx-note">
        {sample ? t('formula.try.record', { title: sample.title }) : t('formula.try.no_record')}
      </p>
      {compiled.reads.map((path) => (
        <label key={path} className="fx-sample">
          <span>{titleOf(path, scope.names)}</span>
          <Input
            size="small"
            value={typed[path] ?? textAt(sample?.input, path)}
            placeholder={t('formula.value.empty')}
            onChange={(event) => setTyped({ ...typed, [path]: event.target.value })}
          />
        </label>
      ))}
      <output className="fx-result">
        <span>{t('formula.try.result')}</span>
        <b>{shown}</b>
      </output>
      {warnings.slice(0, 3).map((warning) => (
        <p key={`${warning.from} ${warning.code}`} className="fx-warning">
          {problemText(warning, t)}
        </p>
      ))}
    </details>
  );
}

/** True once everything is there that a formula needs to run. */
function usePinyin(text: string): boolean {
  const [loaded, setLoaded] = useState(false);
  const needed = readsPinyin(text) && !loaded;
  useEffect(() => {
    if (needed) void loadPinyin().then(() => setLoaded(true));
  }, [needed]);
  return !needed;
}

function titleOf(path: string, names: readonly NamedField[]): string {
  const [first, second] = path.split('.');
  const field = names.find(({ id }) => id === first);
  const column = field?.fields?.find(({ id }) => id === second);
  return [field?.title ?? first, ...(second === undefined ? [] : [column?.title ?? second])].join('.');
}

/** A column shows its rows with commas between them, as several values of one field do. */
function textAt(input: Sample['input'] | undefined, path: string): string {
  const [first, second] = path.split('.');
  const value = input?.[first!];
  if (second === undefined) return plain(value);
  return Array.isArray(value)
    ? value.map((row) => plain((row as Record<string, unknown>)[second])).join(', ')
    : plain((value as Record<string, unknown> | undefined)?.[second]);
}

const plain = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : Array.isArray(value)
      ? value.map(plain).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

function withTyped(
  input: Sample['input'],
  typed: Readonly<Record<string, string>>,
  types: FormulaScope['types'],
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...input };
  for (const [path, text] of Object.entries(typed)) {
    const [first, second] = path.split('.') as [string, string?];
    const type = types[first];
    if (second === undefined) result[first] = valueOf(text, type);
    else if (type?.kind === 'list')
      result[first] = text
        .split(/[,，]/)
        .map((part, at) => ({
          ...(result[first] as object[] | undefined)?.[at],
          [second]: valueOf(part, type.item.kind === 'context' ? type.item.fields[second] : undefined),
        }));
    else result[first] = { ...(result[first] as object | undefined), [second]: text };
  }
  return result;
}

function valueOf(text: string, type: FeelType | undefined): unknown {
  const own = text.trim();
  if (own === '') return null;
  if (type?.kind === 'boolean') return /^(true|1|yes|是)$/i.test(own);
  return type?.kind === 'list' ? own.split(/[,，]/).map((part) => part.trim()) : own;
}
