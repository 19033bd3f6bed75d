import type { Drawing } from '@formwork/chart/drawn.ts';
import type { ChartKind } from '@formwork/contract/analytics/chart.ts';
import { EmptyState, ErrorState, NoPermission } from '@formwork/ui/feedback/state.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';

/** Why a chart has no result. */
export interface ChartProblem {
  is: 'refused' | 'broken';
  /** In words, by the error's code. */ text?: string | undefined;
  requestId?: string | undefined;
  onRetry?: (() => void) | undefined;
}

export function ProblemState({ problem }: { problem: ChartProblem }) {
  const t = useT();
  return problem.is === 'refused' ? (
    // what is refused is said once: that there is no right to it, that it is gone, or either
    <NoPermission small title={problem.text ?? t('charts.state.refused')} hint="" />
  ) : (
    <ErrorState
      small
      title={t('charts.state.broken')}
      hint={problem.text}
      requestId={problem.requestId}
      onRetry={problem.onRetry}
    />
  );
}

type Nothing = Extract<Drawing, { state: 'empty' | 'refused' | 'incomplete' }>;

/** Where the result is there but not drawn: nothing in it, or this kind would tell something that is not so. */
export function NothingDrawn({
  drawing,
  onKind,
}: {
  drawing: Nothing;
  onKind?: ((kind: ChartKind) => void) | undefined;
}) {
  const t = useT();
  if (drawing.state === 'incomplete')
    return (
      <EmptyState
        small
        title={t('charts.state.incomplete')}
        hint={drawing.slots.map((slot) => t(`charts.slot.${slot}`)).join(t('charts.word.and'))}
      />
    );
  if (drawing.state === 'empty') return <EmptyState small title={t(`charts.empty.${drawing.code}`)} />;
  const { propose } = drawing;
  return (
    <EmptyState
      small
      title={t(`charts.refusal.${drawing.code}`)}
      hint={drawing.fields?.join(t('charts.word.and'))}
      action={
        propose &&
        onKind && (
          <Button size="small" onClick={() => onKind(propose)}>
            {t('charts.state.propose', { kind: t(`charts.kind.${propose}`) })}
          </Button>
        )
      }
    />
  );
}

export function ChartBones() {
  const t = useT();
  return (
    <div className="fw-chart-bones" role="status" aria-label={t('charts.state.loading')}>
      {[40, 65, 50, 85, 70, 95, 60].map((height, at) => (
        <span key={at} className="fw-bone" style={{ height: `${height}%` }} />
      ))}
    </div>
  );
}
