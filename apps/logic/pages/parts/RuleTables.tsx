import { statementsIn, type Rule, type Statement } from '@formwork/contract/rules/rule.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { newStatement } from './statements.ts';
import { TableEditor } from './TableEditor.tsx';
import type { KnownFacts } from './use-facts.ts';

/** The decision tables of a rule, one at a time; what is none stands in the other views. */
export function RuleTables({
  rule,
  facts,
  readOnly,
  onChange,
  onAdd,
}: {
  rule: Rule;
  facts: KnownFacts;
  readOnly: boolean;
  onChange?: (next: Statement) => void;
  onAdd?: (made: Statement) => void;
}) {
  const t = useT();
  const tables = statementsIn(rule.body).filter((one) => one.kind === 'match');
  const [chosen, setChosen] = useState<string>();
  const table = tables.find(({ id }) => id === chosen) ?? tables[0];
  const others = statementsIn(rule.body).length - tables.length;
  return (
    <div className="rule-table">
      <div className="rule-tools">
        {tables.length > 1 && (
          <Select
            aria-label={t('rules.table.title')}
            value={table?.id ?? null}
            onChange={(id: string) => setChosen(id)}
            options={tables.map((one, at) => ({
              value: one.id,
              label: one.name ?? `${t('rules.kind.match')} ${at + 1}`,
            }))}
          />
        )}
        {!readOnly && <Button onClick={() => onAdd?.(newStatement('match'))}>{t('rules.table.add')}</Button>}
        {others > 0 && <span className="rule-quiet">{t('rules.table.others', { count: others })}</span>}
      </div>
      {table ? (
        <TableEditor
          key={table.id}
          statement={table}
          facts={facts}
          readOnly={readOnly}
          onChange={(next) => onChange?.(next)}
        />
      ) : (
        <p className="rule-quiet">{t('rules.table.none')}</p>
      )}
    </div>
  );
}
