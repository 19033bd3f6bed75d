import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Input, Select } from 'antd';
import { useMemo, useRef, type SyntheticEvent } from 'react';
import { Line } from '../form/inspector-parts.tsx';
import { placeholdersOf, type Placeholder, type Placeholders, type WordsOn } from './placeholders.ts';

interface Props {
  label: string;
  /** As it is kept, with ids in braces. */
  value: string;
  onChange: (value: string) => void;
  definition: FormDefinition;
  /** One short line, as above and below a page: what it may name is told beside it. */
  line?: boolean;
  on?: WordsOn;
  most?: number;
  wrong?: string | undefined;
}

/** Words with fields in them, by their titles; chosen from a list, they are put where one writes. */
export function WordsInput({ label, value, onChange, definition, line = false, on, most = 5_000, wrong }: Props) {
  const t = useT();
  const locale = useLocale();
  const names = usePlaceholders(definition, on);
  const caret = useRef<number>(undefined);
  const unknown = names.unknown(value);
  const problem =
    unknown.length > 0
      ? t('design.print.unknown_word', { names: unknown.join(locale === 'zh-CN' ? '、' : ', ') })
      : wrong;
  const text = names.shown(value);
  const write = (next: string) => onChange(names.stored(next));
  const insert = (title: string) => {
    const at = caret.current ?? text.length;
    write(`${text.slice(0, at)}{{${title}}}${text.slice(at)}`);
    caret.current = at + title.length + 4;
  };
  const onSelect = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    caret.current = currentTarget.selectionStart ?? undefined;
  };
  const status = problem === undefined ? '' : 'error';
  if (line)
    return (
      <Line label={label} wrong={problem}>
        <Input value={text} maxLength={500} status={status} onChange={(event) => write(event.target.value)} />
      </Line>
    );
  return (
    <>
      <Line label={label} wrong={problem}>
        <Input.TextArea
          value={text}
          maxLength={most}
          status={status}
          autoSize={{ minRows: 2, maxRows: 10 }}
          onSelect={onSelect}
          onChange={(event) => write(event.target.value)}
        />
      </Line>
      <Select<string | null>
        size="small"
        value={null}
        placeholder={t('design.print.insert')}
        aria-label={t('design.print.insert')}
        options={grouped(names.all, t)}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(title) => title && insert(title)}
      />
    </>
  );
}

export function usePlaceholders(definition: FormDefinition, on?: WordsOn): Placeholders {
  const t = useT();
  const locale = useLocale();
  return useMemo(() => placeholdersOf(definition, locale, t, on), [definition, locale, t, on]);
}

/** Numbers of pages are known above and below them only. */
function grouped(
  all: readonly Placeholder[],
  t: (key: string) => string,
): { label: string; options: { value: string; label: string }[] }[] {
  const groups = Map.groupBy(
    all.filter(({ id }) => id !== 'page' && id !== 'pages'),
    ({ group }) =>
      group === 'fields' ? t('design.print.fields') : group === 'others' ? t('design.print.others') : group.table,
  );
  return [...groups].map(([label, options]) => ({
    label,
    options: options.map(({ title }) => ({ value: title, label: title })),
  }));
}
