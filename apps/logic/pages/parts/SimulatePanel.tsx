import { ExperimentOutlined } from '@ant-design/icons';
import { rulesApi, type Simulated } from '@formwork/contract/rules/api.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, InputNumber } from 'antd';
import { useState } from 'react';
import { Field } from './StatementForm.tsx';
import { shown } from './StepsTrace.tsx';
import type { KnownFacts } from './use-facts.ts';

/** What the rule would have done with what happened in the last days; nothing is carried out. */
export function SimulatePanel({
  rule,
  id,
  released,
  facts,
}: {
  rule: Rule;
  id: string;
  released: boolean;
  facts: KnownFacts;
}) {
  const t = useT();
  const locale = useLocale();
  const [days, setDays] = useState(30);
  const command = useCommand(rulesApi.simulate, { quiet: true, timeout: 120_000 });
  const [found, setFound] = useState<Simulated>();
  const run = async () => setFound(await command.run({ body: { rule, days, ...(released && { id }) } }));
  return (
    <div className="rule-simulate">
      <div className="rule-line">
        <Field label={t('rules.simulate.days')}>
          <InputNumber min={1} max={31} value={days} onChange={(value) => setDays(value ?? 30)} />
        </Field>
        <Button type="primary" icon={<ExperimentOutlined />} loading={command.pending} onClick={() => void run()}>
          {t('rules.simulate.run')}
        </Button>
      </div>
      {command.errorText !== undefined && <Alert type="error" showIcon title={command.errorText} />}
      {found && (
        <>
          <Alert
            type={found.failed > 0 ? 'warning' : 'info'}
            showIcon
            title={t('rules.simulate.found', {
              judged: found.judged,
              held: found.held,
              refused: found.refused,
              undecided: found.undecided,
            })}
            description={[
              ...(released ? [t('rules.simulate.differing', { count: found.differing })] : []),
              ...(found.cut ? [t('rules.simulate.cut')] : []),
            ].join(' ')}
          />
          <ul className="rule-samples">
            {found.samples.map((sample, at) => (
              <li key={at}>
                <Time at={sample.at} locale={locale} /> {t(`rules.start.${sample.starts}`)}
                {sample.changes.map(
                  ({ target, value }) => ` · ${target.map(facts.nameOf).join('.')} = ${shown(value)}`,
                )}
                {sample.effects.map((effect) => ` · ${effect.split(' ').map(facts.nameOf).join(' ')}`)}
                {sample.text !== undefined && ` · ${sample.text}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
