import { jsonLanguage } from '@formwork/code-ui/languages/json.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import type { FlowNode } from '@formwork/contract/rules/flow.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { refusalText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { loadErrorText, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';

/** One node by itself, with the variables it had when a run came to it last; what it writes into records is taken back. */
export function TrialPanel({ flow, node }: { flow: string; node: FlowNode }) {
  const t = useT();
  const last = useQuery(q(orchestrationApi.lastInput, { params: { flowId: flow, flowNode: node.id } }));
  const trial = useCommand(orchestrationApi.trial, {});
  const [text, setText] = useState<string>();
  const [tried, setTried] = useState<Awaited<ReturnType<typeof trial.run>>>();
  const shown = text ?? JSON.stringify(last.data?.vars ?? {}, undefined, 2);
  const vars = read(shown);
  const code = tried?.error?.code;
  useEffect(() => {
    if (code !== undefined) void loadErrorText(code);
  }, [code]);
  const outside = node.kind === 'call' && !node.action.startsWith('records.');
  return (
    <InspectorSection title={t('flows.trial')}>
      <p className="flow-hint">
        {t(last.data?.run ? 'flows.trial_last' : 'flows.trial_none')}{' '}
        {t(outside ? 'flows.trial_outside' : 'flows.trial_back')}
      </p>
      <CodeEditor
        label={t('flows.trial_vars')}
        value={shown}
        height={140}
        language={jsonLanguage()}
        onChange={setText}
      />
      <Button
        size="small"
        type="primary"
        disabled={vars === undefined}
        loading={trial.pending}
        onClick={() =>
          void trial.run({ params: { flowId: flow }, body: { node, vars: vars! } }).then((answer) => setTried(answer))
        }
      >
        {t('flows.trial_run')}
      </Button>
      {trial.errorText !== undefined && <p className="flow-wrong">{trial.errorText}</p>}
      {tried && (
        <>
          {tried.error && (
            <Alert
              type="error"
              title={refusalText(tried.error, t) ?? tried.error.code}
              description={String(tried.error.data?.message ?? '')}
            />
          )}
          <span className="flow-line-label">{t('flows.trial_input')}</span>
          <pre className="flow-value">{JSON.stringify(tried.input, undefined, 2)}</pre>
          <span className="flow-line-label">{t('flows.trial_output', { ms: Math.round(tried.ms) })}</span>
          <pre className="flow-value">{JSON.stringify(tried.output, undefined, 2)}</pre>
        </>
      )}
    </InspectorSection>
  );
}

function read(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
