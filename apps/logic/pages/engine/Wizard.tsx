import { DeleteOutlined, DownOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons';
import { noForm, ruleKind, type RuleDocument } from '@formwork/contract/rules/document.ts';
import type { StatementKind, Rule } from '@formwork/contract/rules/rule.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { printRule } from '@formwork/logic/qlang/print.ts';
import { wizardBody, wizardView } from '@formwork/logic/views/wizard.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { DocumentPage, type DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Alert, Button, Checkbox, Dropdown, Select, Steps } from 'antd';
import { FeelInput } from '../parts/FeelInput.tsx';
import { RuleBase } from '../parts/RuleBase.tsx';
import { newStart, offeredStarts, StartForm } from '../parts/StartForm.tsx';
import { StatementForm } from '../parts/StatementForm.tsx';
import {
  lineOf,
  moved,
  newStatement,
  newStatementId,
  statementKinds,
  withoutStatement,
  withStatement,
} from '../parts/statements.ts';
import { TryPanel } from '../parts/TryPanel.tsx';
import { useFacts } from '../parts/use-facts.ts';

const steps = ['base', 'starttype', 'startrules', 'resulttype', 'resultrules', 'end'] as const;

/** A rule in six steps, each kept as it is entered. What the steps cannot show they say and keep. */
export function Wizard({ id }: { id: string }) {
  return (
    <DocumentPage kind={ruleKind} id={id} back={pathTo('rulesEngine')}>
      {(parts) => <SixSteps {...parts} id={id} />}
    </DocumentPage>
  );
}

/** Results that the steps offer; conditions, tables and loops are for the other views. */
const flat = statementKinds.filter((kind) => !['when', 'match', 'each'].includes(kind));

function SixSteps({ document, bar, readOnly, id }: DocumentParts<RuleDocument> & { id: string }) {
  const t = useT();
  const locale = useLocale();
  const phone = usePhone();
  const [asked, setStep] = useQueryText('step');
  const step = steps.find((one) => one === asked) ?? 'base';
  const { rule } = document.body;
  const facts = useFacts(rule);
  const view = wizardView(rule);
  const put = (change: Partial<Rule>, group?: string) =>
    document.edit((body) => ({ ...body, rule: { ...body.rule, ...change } }), group);
  const setView = (next: NonNullable<typeof view>, group?: string) =>
    put({ body: wizardBody(next, newStatementId(), rule.body) }, group);
  const form = rule.starts.flatMap((start) => ('form' in start ? [start.form] : []))[0] ?? '';
  const beyond = (
    <Alert
      type="info"
      showIcon
      title={t('rules.wizard.beyond')}
      description={
        <>
          <Link href={pathTo('ruleDesigner', { id, systemId: '0' })}>{t('rules.view.graph')}</Link>{' '}
          <Link href={pathTo('qlangDesigner', {}, { id })}>{t('rules.view.text')}</Link>
        </>
      }
    />
  );
  return (
    <div className="rule-work">
      <div className="document-bar">{bar}</div>
      <div className="rule-views">
        {phone ? (
          <Select
            className="rule-step"
            aria-label={t('rules.wizard.steps')}
            value={step}
            onChange={(next) => setStep(next)}
            options={steps.map((value, at) => ({
              value,
              label: `${at + 1}/${steps.length} ${t(`rules.step.${value}`)}`,
            }))}
          />
        ) : (
          <Steps
            size="small"
            current={steps.indexOf(step)}
            onChange={(at) => setStep(steps[at])}
            items={steps.map((one) => ({ title: t(`rules.step.${one}`) }))}
          />
        )}
      </div>
      <div className="rule-content rule-wizard">
        {step === 'base' && (
          <RuleBase rule={rule} facts={facts} readOnly={readOnly} onChange={(change) => put(change, 'base')} />
        )}
        {step === 'starttype' && (
          <div className="rule-form">
            <p className="rule-quiet">{t('rules.wizard.starttype')}</p>
            <Checkbox.Group
              className="rule-choices"
              disabled={readOnly}
              value={rule.starts.map(({ on }) => on)}
              options={offeredStarts.map((value) => ({ value, label: t(`rules.start.${value}`) }))}
              onChange={(chosen) => {
                const kept = rule.starts.filter(({ on }) => chosen.includes(on));
                const added = offeredStarts.filter(
                  (on) => chosen.includes(on) && !rule.starts.some((start) => start.on === on),
                );
                put({ starts: [...kept, ...added.map((on) => newStart(on, form === '' ? noForm : form))] });
              }}
            />
          </div>
        )}
        {step === 'startrules' && (
          <div className="rule-starts">
            <StartForm
              ruleId={id}
              starts={rule.starts}
              facts={facts}
              readOnly={readOnly}
              onChange={(starts) => put({ starts }, 'starts')}
            />
            {view ? (
              <FeelInput
                label={t('rules.wizard.condition')}
                value={view.condition}
                facts={facts}
                readOnly={readOnly}
                placeholder={t('rules.wizard.always')}
                onChange={(condition) => setView({ ...view, condition }, 'condition')}
              />
            ) : (
              beyond
            )}
          </div>
        )}
        {(step === 'resulttype' || step === 'resultrules') && !view && beyond}
        {step === 'resulttype' && view && (
          <div className="rule-form">
            <p className="rule-quiet">{t('rules.wizard.resulttype')}</p>
            {view.results.map((one) => (
              <div key={one.id} className="rule-line">
                <b>{t(`rules.kind.${one.kind}`)}</b>
                <code>{lineOf(one, facts.nameOf)}</code>
                {!readOnly && (
                  <>
                    <Button
                      type="text"
                      icon={<UpOutlined />}
                      aria-label={t('rules.up')}
                      onClick={() => setView({ ...view, results: moved(view.results, one.id, -1) })}
                    />
                    <Button
                      type="text"
                      icon={<DownOutlined />}
                      aria-label={t('rules.down')}
                      onClick={() => setView({ ...view, results: moved(view.results, one.id, 1) })}
                    />
                    <Button
                      type="text"
                      icon={<DeleteOutlined />}
                      aria-label={t('rules.remove')}
                      onClick={() => setView({ ...view, results: withoutStatement(view.results, one.id) })}
                    />
                  </>
                )}
              </div>
            ))}
            {!readOnly && (
              <Dropdown
                menu={{
                  items: flat.map((kind: StatementKind) => ({
                    key: kind,
                    label: t(`rules.kind.${kind}`),
                    onClick: () => setView({ ...view, results: [...view.results, newStatement(kind)] }),
                  })),
                }}
              >
                <Button icon={<PlusOutlined />}>{t('rules.result.add')}</Button>
              </Dropdown>
            )}
          </div>
        )}
        {step === 'resultrules' && view && (
          <div className="rule-results">
            {view.results.length === 0 && <p className="rule-quiet">{t('rules.wizard.no_results')}</p>}
            {view.results.map((one) => (
              <section key={one.id} className="rule-statement" aria-label={t(`rules.kind.${one.kind}`)}>
                <h3>{t(`rules.kind.${one.kind}`)}</h3>
                <StatementForm
                  statement={one}
                  facts={facts}
                  readOnly={readOnly}
                  onChange={(next) =>
                    setView({ ...view, results: withStatement(view.results, next) }, `statement ${one.id}`)
                  }
                />
              </section>
            ))}
          </div>
        )}
        {step === 'end' && (
          <div className="rule-form">
            <p className="rule-quiet">{t('rules.wizard.end')}</p>
            <pre className="rule-json">{printRule(rule, locale === 'en' ? 'en' : 'zh')}</pre>
            <TryPanel key={facts.known.fields.length} rule={rule} facts={facts} />
          </div>
        )}
        <div className="rule-line">
          {step !== 'base' && (
            <Button onClick={() => setStep(steps[steps.indexOf(step) - 1])}>{t('rules.wizard.back')}</Button>
          )}
          {step !== 'end' && (
            <Button type="primary" onClick={() => setStep(steps[steps.indexOf(step) + 1])}>
              {t('rules.wizard.next')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
