import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { javascriptLanguage } from '@formwork/code-ui/languages/javascript.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useMemo } from 'react';
import { ColumnNameInput, Line, Rows, TypeChoice } from './parts.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

export function ScriptSettings({ node, columns, onChange }: SettingsProps<'script'>) {
  const t = useT();
  const names = columns.map(({ name }) => name).join('\n');
  const wrong = t('etltask.script.wrong');
  const language = useMemo(() => {
    const all = names.split('\n').filter((name) => name !== '');
    const offered = all.map((name) => (identifier.test(name) ? `row.${name}` : `row[${JSON.stringify(name)}]`));
    return javascriptLanguage(
      ['row', ...offered].map((label) => ({ label, type: 'variable' })),
      wrong,
    );
  }, [names, wrong]);
  const same = () => columns.map(({ name, type }) => ({ id: newGraphId(), name, type }));
  return (
    <>
      <Line label={t('etltask.script.code')} help={t('etltask.script.help')}>
        <CodeEditor
          label={t('etltask.script.code')}
          value={node.code}
          language={language}
          height={220}
          onChange={(code) => onChange({ ...node, code })}
        />
      </Line>
      <Rows
        label={t('etltask.script.gives')}
        items={node.gives}
        blank={() => ({ name: '', type: 'text' as const })}
        onChange={(gives) => onChange({ ...node, gives })}
      >
        {(column, set) => (
          <>
            <ColumnNameInput value={column.name} onChange={(name) => set({ name })} />
            <TypeChoice label={t('etltask.type')} value={column.type} onChange={(type) => set({ type })} />
          </>
        )}
      </Rows>
      <Button size="small" disabled={columns.length === 0} onClick={() => onChange({ ...node, gives: same() })}>
        {t('etltask.script.columns_in')}
      </Button>
    </>
  );
}
