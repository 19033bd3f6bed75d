import { actors, moments, type Rule } from '@formwork/contract/rules/rule.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Input, Select } from 'antd';
import { Field } from './StatementForm.tsx';
import type { KnownFacts } from './use-facts.ts';

/** What a rule is called, when it runs and whose rights it has. */
export function RuleBase({
  rule,
  facts,
  readOnly,
  onChange,
}: {
  rule: Rule;
  facts: KnownFacts;
  readOnly: boolean;
  onChange: (change: Partial<Rule>) => void;
}) {
  const t = useT();
  return (
    <div className="rule-form">
      <Field label={t('rules.field.rule_name')}>
        <Input
          value={rule.name}
          readOnly={readOnly}
          maxLength={200}
          onChange={(event) => event.target.value !== '' && onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={t('rules.field.moment')}>
        <Select
          disabled={readOnly}
          value={rule.at}
          onChange={(at) => onChange({ at })}
          options={moments.map((value) => ({
            value,
            label: t(`rules.at.${value}`),
            disabled: value !== 'later' && !facts.known.mayBind,
          }))}
        />
      </Field>
      <Field label={t('rules.field.runs_as')}>
        <Select
          disabled={readOnly}
          value={rule.runsAs}
          onChange={(runsAs) => onChange({ runsAs })}
          options={actors.map((value) => ({
            value,
            label: t(`rules.as.${value}`),
            disabled: value === 'system' && !facts.known.mayBind,
          }))}
        />
      </Field>
      <Alert type="info" showIcon title={t(`rules.as_hint.${rule.runsAs}`)} />
    </div>
  );
}
