import type { RunState as State, RunView } from '@formwork/contract/runs/run.ts';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { hasText, useT, type Translate } from '../i18n/i18n.ts';

const tones = {
  waiting: 'neutral',
  running: 'info',
  suspended: 'warning',
  finished: 'success',
  failed: 'error',
  cancelled: 'neutral',
} as const satisfies Record<State, StateTone>;

export function RunState({
  of: { state, cancelRequested },
}: {
  of: Pick<RunView, 'state'> & Partial<Pick<RunView, 'cancelRequested'>>;
}) {
  const t = useT();
  const stopping = cancelRequested && (state === 'running' || state === 'suspended');
  return <StateTag tone={tones[state]}>{t(stopping ? 'runs.stopping' : `runs.state.${state}`)}</StateTag>;
}

/** A kind of run as people call it: `jobs.kind.<kind>`. */
export function runKindName(kind: string, t: Translate): string {
  const key = `jobs.kind.${kind}`;
  return hasText(key) ? t(key) : t('jobs.kind.other');
}

/** What began it: a call, another run, or a trigger by its name. */
export function triggerName(trigger: string, t: Translate): string {
  const key = `runs.trigger.${trigger}`;
  return hasText(key) ? t(key) : trigger;
}

/** A stretch of time as people say it. */
export function spanText(ms: number, t: Translate): string {
  if (ms < 1_000) return t('runs.ms', { count: Math.round(ms) });
  if (ms < 60_000) return t('runs.seconds', { count: Math.round(ms / 100) / 10 });
  return t('runs.minutes', { minutes: Math.floor(ms / 60_000), seconds: Math.round((ms % 60_000) / 1_000) });
}

/** How long it worked; undefined before it began. */
export function tookMs(
  { startedAt, finishedAt }: Pick<RunView, 'startedAt' | 'finishedAt'>,
  now: number,
): number | undefined {
  if (startedAt === null) return undefined;
  return Math.max(0, (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(startedAt));
}
