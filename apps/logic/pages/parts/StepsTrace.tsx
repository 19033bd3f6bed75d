import type { TraceStepView } from '@formwork/contract/rules/api.ts';
import { statementsIn, type Statement } from '@formwork/contract/rules/rule.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { lineOf } from './statements.ts';

/** What a rule did, statement by statement: what it read, which branch it took, what came of it. */
export function StepsTrace({
  steps,
  body,
  nameOf,
}: {
  steps: readonly TraceStepView[];
  body?: readonly Statement[];
  nameOf: (id: string) => string;
}) {
  const t = useT();
  const byId = new Map(statementsIn(body ?? []).map((one) => [one.id, one]));
  if (steps.length === 0) return <p className="rule-quiet">{t('rules.trace.nothing')}</p>;
  return (
    <ol className="rule-steps">
      {steps.map((step, at) => {
        const statement = byId.get(step.at);
        return (
          <li key={at}>
            <b>{t(`rules.kind.${step.kind}`)}</b>
            {statement ? (
              <code>{lineOf(statement, nameOf)}</code>
            ) : (
              step.name !== undefined && <code>{nameOf(step.name)}</code>
            )}
            {step.read && Object.keys(step.read).length > 0 && (
              <span>
                {Object.entries(step.read)
                  .map(([name, value]) => `${nameOf(name)}: ${shown(value)}`)
                  .join(', ')}
              </span>
            )}
            {step.branch !== undefined && <span>{t('rules.trace.branch', { number: step.branch + 1 })}</span>}
            {step.undecided && <span className="rule-bad">{t('rules.trace.undecided')}</span>}
            {step.hits && (
              <span>{t('rules.trace.hits', { rows: step.hits.map((row) => row + 1).join(', ') || '—' })}</span>
            )}
            {step.count !== undefined && <span>{t('rules.trace.count', { count: step.count })}</span>}
            {'value' in step && step.value !== undefined && <span>→ {shown(step.value)}</span>}
            {step.text !== undefined && <span>{shown(step.text)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

export const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '—')).slice(0, 300);
