import type { DayFigures } from '@formwork/contract/workflow/overview.ts';
import { addDays, wallText } from '@formwork/contract/forms/values/dates.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

const height = 96;

/** Processes begun and finished, day by day: two columns each, with their numbers where one points. */
export function DayChart({ days, from, until }: { days: DayFigures[]; from: string; until: string }) {
  const t = useT();
  const zone = useTimeZone();
  const known = new Map(days.map((one) => [one.day, one]));
  const last = wallText(until, zone).slice(0, 10);
  const all: DayFigures[] = [];
  for (let day = wallText(from, zone).slice(0, 10); day <= last; day = addDays(day, 1))
    all.push(known.get(day) ?? { day, started: 0, finished: 0 });
  const most = Math.max(1, ...all.map(({ started, finished }) => Math.max(started, finished)));
  const column = 100 / all.length;
  const bar = (count: number) => (count / most) * height;
  return (
    <figure className="overview-chart">
      <figcaption>
        <span data-what="started">{t('workflow.overview.started')}</span>
        <span data-what="finished">{t('workflow.overview.finished')}</span>
        <small>{t('workflow.overview.most_a_day', { count: most })}</small>
      </figcaption>
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('workflow.overview.chart')}
      >
        {all.map(({ day, started, finished }, at) => (
          <g key={day}>
            <title>{t('workflow.overview.of_day', { day, started, finished })}</title>
            <rect x={at * column} width={column} y={0} height={height} className="overview-hit" />
            <rect
              x={at * column + column * 0.12}
              width={column * 0.36}
              y={height - bar(started)}
              height={bar(started)}
              data-what="started"
            />
            <rect
              x={at * column + column * 0.52}
              width={column * 0.36}
              y={height - bar(finished)}
              height={bar(finished)}
              data-what="finished"
            />
          </g>
        ))}
      </svg>
      <div className="overview-axis">
        <span>{all[0]?.day}</span>
        <span>{all.at(-1)?.day}</span>
      </div>
    </figure>
  );
}
