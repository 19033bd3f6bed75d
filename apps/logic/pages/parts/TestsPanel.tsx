import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  DeleteOutlined,
  PlayCircleOutlined,
  PlusOutlined,
} from '@ant-design/icons';
import { rulesApi } from '@formwork/contract/rules/api.ts';
import type { RuleDocument, RuleTest } from '@formwork/contract/rules/document.ts';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { Field } from './StatementForm.tsx';
import { newStatementId } from './statements.ts';

/** Test cases of the rule: a red one refuses its release. */
export function TestsPanel({ document }: { document: OpenDocument<RuleDocument> }) {
  const t = useT();
  const { rule, tests } = document.body;
  const command = useCommand(rulesApi.runTests, { quiet: true });
  const [results, setResults] = useState<
    ReadonlyMap<string, { passed: boolean; wrong: string[]; found: Record<string, unknown> }>
  >(new Map());
  const run = async () => {
    const answer = await command.run({ body: { rule, tests } });
    if (answer) setResults(new Map(answer.results.map((one) => [one.id, one])));
  };
  const put = (next: RuleTest) =>
    document.edit(
      (body) => ({ ...body, tests: body.tests.map((one) => (one.id === next.id ? next : one)) }),
      `test ${next.id}`,
    );
  return (
    <div className="rule-tests">
      <div className="rule-tools">
        <Button
          type="primary"
          icon={<PlayCircleOutlined />}
          loading={command.pending}
          disabled={tests.length === 0}
          onClick={() => void run()}
        >
          {t('rules.tests.run')}
        </Button>
        {!document.readOnly && (
          <Button
            icon={<PlusOutlined />}
            onClick={() =>
              document.edit((body) => ({
                ...body,
                tests: [
                  ...body.tests,
                  {
                    id: newStatementId(),
                    name: t('rules.tests.name', { number: body.tests.length + 1 }),
                    input: {},
                    expected: {},
                  },
                ],
              }))
            }
          >
            {t('rules.tests.add')}
          </Button>
        )}
      </div>
      {command.errorText !== undefined && <Alert type="error" showIcon title={command.errorText} />}
      {tests.length === 0 && <p className="rule-quiet">{t('rules.tests.none')}</p>}
      {tests.map((test) => {
        const result = results.get(test.id);
        return (
          <section key={test.id} className="rule-test" aria-label={test.name}>
            <div className="rule-line">
              {result &&
                (result.passed ? (
                  <CheckCircleOutlined className="rule-good" aria-label={t('rules.tests.passed')} />
                ) : (
                  <CloseCircleOutlined className="rule-bad" aria-label={t('rules.tests.failed')} />
                ))}
              <Input
                aria-label={t('rules.field.name')}
                value={test.name}
                readOnly={document.readOnly}
                onChange={(event) => put({ ...test, name: event.target.value || test.name })}
              />
              {!document.readOnly && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('rules.remove')}
                  onClick={() =>
                    document.edit((body) => ({ ...body, tests: body.tests.filter(({ id }) => id !== test.id) }))
                  }
                />
              )}
            </div>
            <JsonField
              label={t('rules.tests.input')}
              value={test.input}
              readOnly={document.readOnly}
              onChange={(input) => put({ ...test, input })}
            />
            <JsonField
              label={t('rules.tests.expected')}
              value={test.expected}
              readOnly={document.readOnly}
              onChange={(expected) => put({ ...test, expected })}
            />
            {result && !result.passed && (
              <p className="rule-bad">
                {t('rules.tests.wrong', { names: result.wrong.join(', ') })} <code>{JSON.stringify(result.found)}</code>
              </p>
            )}
          </section>
        );
      })}
    </div>
  );
}

/** Values by name, as JSON; what cannot be read is not kept, and says so. */
function JsonField({
  label,
  value,
  readOnly,
  onChange,
}: {
  label: string;
  value: Record<string, unknown>;
  readOnly: boolean;
  onChange: (value: Record<string, unknown>) => void;
}) {
  const t = useT();
  const [text, setText] = useState(() => JSON.stringify(value));
  const [wrong, setWrong] = useState(false);
  return (
    <Field label={label}>
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 8 }}
        readOnly={readOnly}
        value={text}
        status={wrong ? 'error' : ''}
        aria-invalid={wrong}
        onChange={(event) => {
          setText(event.target.value);
          try {
            const read: unknown = JSON.parse(event.target.value);
            if (typeof read !== 'object' || read === null || Array.isArray(read)) return setWrong(true);
            setWrong(false);
            onChange(read as Record<string, unknown>);
          } catch {
            setWrong(true);
          }
        }}
      />
      {wrong && <span className="rule-bad">{t('rules.try.no_json')}</span>}
    </Field>
  );
}
