import { useSyncExternalStore } from 'react';
import { clockText, formatTime, relativeTime, type Locale, type TimeStyle } from './time-format.ts';
import { useTimeZone } from './time-zone.ts';
import { useUiText } from './texts.ts';

/** A moment: relative while it is near, the full time on hover. `relative={false}` always shows the full time. */
export function Time({
  at,
  locale,
  precision = 'minute',
  relative = true,
}: {
  at: string | number | Date;
  locale: Locale;
  precision?: TimeStyle;
  relative?: boolean;
}) {
  const text = useUiText();
  const now = useSyncExternalStore(onMinute, () => minute);
  const timeZone = useTimeZone();
  const full = formatTime(at, locale, precision, timeZone);
  if (!full) return null;
  const near = relative ? relativeTime(at, now, locale, text('ui.time.just_now')) : undefined;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, locale, 'second', timeZone)}>
      {near ?? full}
    </time>
  );
}

// one clock for all of them
let minute = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function onMinute(changed: () => void) {
  listeners.add(changed);
  timer ??= setInterval(() => {
    minute = Date.now();
    for (const listener of listeners) listener();
  }, 30_000);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A moment as short as it can be told: the hour today, the day this year. For a track, where the order says how long ago. */
export function ClockTime({ at, locale }: { at: string | number | Date; locale: Locale }) {
  const timeZone = useTimeZone();
  const full = formatTime(at, locale, 'minute', timeZone);
  if (!full) return null;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, locale, 'second', timeZone)}>
      {clockText(at, Date.now(), locale, timeZone)}
    </time>
  );
}
