import { ruleKind, ruleScriptKind, type RuleDocument } from '@formwork/contract/rules/document.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { javascriptLanguage } from '@formwork/code-ui/languages/javascript.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { DocumentPage, type DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { useDefinition } from '@formwork/web/definitions/use-document.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { includesLevel } from '@formwork/contract/definitions/level.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { RuleText } from '../parts/RuleText.tsx';
import { TryPanel } from '../parts/TryPanel.tsx';
import { useFacts } from '../parts/use-facts.ts';
import '../parts/rules.css';

/** A rule as a text with completion, type check and a try beside it; or a script that rules run. */
export default function QlangPage() {
  const t = useT();
  const [id] = useQueryText('id');
  const [script] = useQueryText('script');
  if (id !== undefined)
    return (
      <DocumentPage key={id} kind={ruleKind} id={id} back={pathTo('qlangList')}>
        {(parts) => <TextAndTry {...parts} />}
      </DocumentPage>
    );
  if (script !== undefined) return <Script key={script} id={script} />;
  return (
    <Page title={t('rules.qlang.title')}>
      <EmptyState
        title={t('rules.qlang.choose')}
        action={<Link href={pathTo('qlangList')}>{t('rules.qlang.to_list')}</Link>}
      />
    </Page>
  );
}

function TextAndTry({ document, bar }: DocumentParts<RuleDocument>) {
  const facts = useFacts(document.body.rule);
  const elements = useElements('qlangDesigner');
  return (
    <div className="rule-work">
      <div className="document-bar">{bar}</div>
      <span />
      <div className="rule-content" data-full>
        <div className="rule-side">
          <RuleText
            rule={document.body.rule}
            facts={facts}
            readOnly={document.readOnly}
            onChange={(next) => document.edit((body) => ({ ...body, rule: next }), 'text')}
          />
          {elements.shows('parts', 'try') && (
            <TryPanel key={facts.known.fields.length} rule={document.body.rule} facts={facts} />
          )}
        </div>
      </div>
    </div>
  );
}

/** Saved by a button and in force at once. */
function Script({ id }: { id: string }) {
  const t = useT();
  const locale = useLocale();
  const first = useDefinition(ruleScriptKind.kind, id);
  const [text, setText] = useState<string>();
  const save = useCommand(definitionsApi.saveDraft, {
    quiet: true,
    refresh: [definitionsApi.get, definitionsApi.list],
  });
  const [version, setVersion] = useState<number>();
  const [done, setDone] = useState(false);
  if (!first.data) return <Unread of={[first]} skeleton={<SkeletonPage />} />;
  const { name, draft, can } = first.data;
  const kept = ruleScriptKind.schema.parse(draft).code;
  const mayEdit = includesLevel(can.at(-1) ?? null, 'edit');
  const put = async () => {
    const saved = await save.run({
      params: { kind: ruleScriptKind.kind, id },
      body: { expectedVersion: version ?? first.data.version, draft: { code: text ?? kept } },
    });
    if (!saved) return;
    setVersion(saved.version);
    setDone(true);
  };
  return (
    <Page
      fill
      title={textIn(name, locale)}
      back={pathTo('qlangList')}
      actions={
        mayEdit && (
          <Button
            type="primary"
            loading={save.pending}
            disabled={text === undefined || done}
            onClick={() => void put()}
          >
            {t('rules.script.save')}
          </Button>
        )
      }
    >
      <div className="rule-text">
        <Alert type="info" showIcon title={t('rules.script.hint')} />
        {save.errorText !== undefined && <Alert type="error" showIcon title={save.errorText} />}
        <CodeEditor
          label={t('rules.script.title')}
          value={text ?? kept}
          onChange={(next) => {
            setDone(false);
            setText(next);
          }}
          language={script}
          readOnly={!mayEdit}
          height={520}
        />
      </div>
    </Page>
  );
}

const script = javascriptLanguage(
  [
    { label: 'input', type: 'variable' },
    { label: 'log', type: 'function' },
  ],
  'JavaScript',
);
