import { PlayCircleOutlined } from '@ant-design/icons';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { jsonLanguage } from '@formwork/code-ui/languages/json.ts';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { Field } from './StatementForm.tsx';
import { shown, StepsTrace } from './StepsTrace.tsx';
import type { KnownFacts } from './use-facts.ts';

const json = jsonLanguage();

/** A try without any effect: on values that one writes, or on a record by its id. */
export function TryPanel({ rule, facts }: { rule: Rule; facts: KnownFacts }) {
  const t = useT();
  const [input, setInput] = useState(() => exampleOf(facts));
  const [record, setRecord] = useState('');
  const [wrong, setWrong] = useState(false);
  const command = useCommand(rulesApi.tryRule, { quiet: true });
  const [result, setResult] = useState<Awaited<ReturnType<typeof command.run>>>();
  const run = async () => {
    let values: Record<string, unknown>;
    try {
      values = JSON.parse(input.trim() === '' ? '{}' : input) as Record<string, unknown>;
    } catch {
      return setWrong(true);
    }
    setWrong(false);
    setResult(
      await command.run({ body: { rule, input: values, ...(record.trim() !== '' && { recordId: record.trim() }) } }),
    );
  };
  return (
    <div className="rule-try">
      <div className="rule-field">
        <span className="rule-label">{t('rules.try.input')}</span>
        <CodeEditor label={t('rules.try.input')} value={input} onChange={setInput} language={json} height={150} />
      </div>
      <Field label={t('rules.try.record')}>
        <Input
          value={record}
          placeholder={t('rules.try.record_hint')}
          onChange={(event) => setRecord(event.target.value)}
        />
      </Field>
      <Button type="primary" icon={<PlayCircleOutlined />} loading={command.pending} onClick={() => void run()}>
        {t('rules.try.run')}
      </Button>
      {wrong && <Alert type="error" showIcon title={t('rules.try.no_json')} />}
      {command.errorText !== undefined && <Alert type="error" showIcon title={command.errorText} />}
      {result && (
        <section aria-label={t('rules.try.result')}>
          <h3>{t(`rules.outcome.${result.state}`)}</h3>
          {result.stop && (
            <Alert
              type="warning"
              showIcon
              title={result.stop.text}
              description={result.stop.field && facts.nameOf(result.stop.field)}
            />
          )}
          {result.changes.length > 0 && (
            <dl className="rule-changes">
              {result.changes.map(({ target, value }, at) => (
                <div key={at}>
                  <dt>{target.map(facts.nameOf).join('.')}</dt>
                  <dd>{shown(value)}</dd>
                </div>
              ))}
            </dl>
          )}
          {result.effects.map(({ key, what, target, input: given }) => (
            <p key={key} className="rule-quiet">
              {facts.nameOf(what)} {target !== undefined && facts.nameOf(target)} {shown(given)}
            </p>
          ))}
          {Object.keys(result.result).length > 0 && (
            <pre className="rule-json">{JSON.stringify(result.result, null, 2)}</pre>
          )}
          <StepsTrace steps={result.steps} body={rule.body} nameOf={facts.nameOf} />
        </section>
      )}
    </div>
  );
}

function exampleOf({ known }: KnownFacts): string {
  const values = known.fields
    .filter(({ writable, type }) => writable && (type === 'number' || type === 'string'))
    .slice(0, 6)
    .map(({ id, type }) => [id, type === 'number' ? 1 : '']);
  return JSON.stringify(Object.fromEntries(values), null, 2);
}
