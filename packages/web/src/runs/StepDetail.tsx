import type { RunStep } from '@formwork/contract/runs/run.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useEffect, type ReactNode } from 'react';
import { refusalText } from '../http/error-text.ts';
import { loadErrorText, useLocale, useT } from '../i18n/i18n.ts';
import { spanText } from './RunState.tsx';

/** A value longer than this is shown in part: somebody looks at it, nobody reads all of it. */
const mostShown = 20_000;

/** What went into a step, what came out of it, and why it failed. */
export function StepDetail({
  step,
  nameOf,
  wordsOf,
  actions,
}: {
  step: RunStep | undefined;
  nameOf: (node: string) => string;
  /** What came out of it in words, in place of what is noted. */
  wordsOf?: ((step: RunStep) => string | undefined) | undefined;
  actions?: ReactNode;
}) {
  const t = useT();
  const locale = useLocale();
  const code = step?.error?.code;
  useEffect(() => {
    if (code !== undefined) void loadErrorText(code);
  }, [code]);
  if (!step) return <EmptyState small title={t('runs.choose_step')} />;
  const { node, at, ms, error, attempt, branch, round } = step;
  return (
    <>
      <InspectorTitle extra={actions}>{node === undefined ? t('runs.log_line') : nameOf(node)}</InspectorTitle>
      <InspectorSection>
        <dl className="run-facts">
          <Fact label={t('runs.at')}>{formatTime(at, locale, 'second')}</Fact>
          {ms !== undefined && <Fact label={t('runs.column.took')}>{spanText(ms, t)}</Fact>}
          {attempt !== undefined && attempt > 1 && <Fact label={t('runs.attempt')}>{attempt}</Fact>}
          {branch !== undefined && <Fact label={t('runs.branch')}>{branch}</Fact>}
          {round !== undefined && round > 0 && <Fact label={t('runs.round')}>{round + 1}</Fact>}
        </dl>
      </InspectorSection>
      {error && (
        <InspectorSection title={t('runs.error')}>
          <p className="run-error">{refusalText(error, t) ?? error.code}</p>
        </InspectorSection>
      )}
      {step.in !== undefined && (
        <InspectorSection title={t('runs.in')}>
          <Value of={step.in} />
        </InspectorSection>
      )}
      {step.out !== undefined && (
        <InspectorSection title={t('runs.out')}>
          <Out of={step.out} words={wordsOf?.(step)} />
        </InspectorSection>
      )}
    </>
  );
}

function Out({ of, words }: { of: unknown; words: string | undefined }) {
  return words === undefined ? <Value of={of} /> : <p>{words}</p>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A value of a run as text; its end is left out where it is very long. */
export function Value({ of }: { of: unknown }) {
  const t = useT();
  const text = typeof of === 'string' ? of : (JSON.stringify(of, undefined, 2) ?? '');
  return (
    <pre className="run-value">
      {text.slice(0, mostShown)}
      {text.length > mostShown && `\n… ${t('runs.cut', { count: text.length - mostShown })}`}
    </pre>
  );
}
