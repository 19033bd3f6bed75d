import type { ElementChartProps } from '@formwork/chart-ui/boards/elements/element.tsx';
import type { Picked } from '@formwork/chart/parts/items.ts';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { use } from 'react';
import { nextPick, picksFor, valuesOf, withKey } from './chosen.ts';
import { conditionOf, together } from './picks.ts';
import { ScreenChosen } from './screen-choice.ts';
import { Crumbs } from './Crumbs.tsx';
import { chartProblem, useAnswer } from './use-answer.ts';
import { levelBelow, picksOf, type Level } from './use-drill.ts';
import { useJump } from './use-jump.ts';
import { useSourceChanges } from './use-source-changes.ts';

type Answer = Pick<ResponseOf<typeof analyticsApi.element>, 'definition' | 'result'>;
const nobody = '00000000-0000-0000-0000-000000000000';

/** The chart of an element with its result: of the screen where it is shown, of the chart itself where it is designed. */
export function OwnElementChart({ element: { id, chart, click, jump }, screen, every, children }: ElementChartProps) {
  const t = useT();
  const timeZone = useTimeZone();
  const choice = use(ScreenChosen);
  const levels = choice?.chosen.d[id] ?? none;
  const picks = choice ? [...picksFor(choice, choice.chosen, id), ...picksOf(levels)] : [];
  const shown = useAnswer(
    analyticsApi.element,
    { params: { screenId: screen ?? nobody, elementId: id }, body: { picks, level: levels.length } },
    { enabled: screen !== undefined && chart !== null, every },
  );
  const drafted = useAnswer(
    analyticsApi.chart,
    { params: { chartId: chart ?? nobody }, body: { picks: [] } },
    { enabled: screen === undefined && chart !== null },
  );
  const answer = screen === undefined ? drafted : shown;
  const { data } = answer;
  useSourceChanges(data?.watch, () => void answer.refetch());
  const follow = useJump();
  const recordsBehind = ({ definition }: Answer, clicked: Condition | undefined) =>
    together([
      definition.where,
      ...picks.filter(({ form }) => form === definition.form).map(({ where }) => where),
      clicked,
    ]);
  const own = choice?.chosen.x[id];
  const put = (pick: typeof own) => choice?.onChosen({ ...choice.chosen, x: withKey(choice.chosen.x, id, pick) });
  const onLevels = (next: Level[]) =>
    choice?.onChosen({
      ...choice.chosen,
      x: withKey(choice.chosen.x, id, undefined),
      d: withKey(choice.chosen.d, id, next.length === 0 ? undefined : next),
    });
  const drawn = children({
    data,
    problem: chartProblem(answer),
    ...(own && { picks: valuesOf(own.keys) }),
    ...(choice &&
      data && {
        onPick: (keys: Picked, add: boolean) => {
          const rest = t('charts.word.rest');
          const below = levelBelow(data, levels.length, keys, { timeZone, rest });
          const words = { and: t('charts.word.and'), rest };
          if (below) onLevels([...levels, below]);
          else if (click !== 'jump') put(nextPick(data, own, keys, { add, timeZone, words, levels }));
          else if (jump) {
            const where = conditionOf(data.definition, data.result, keys, timeZone);
            // a list without what was clicked would be all there is
            if (where || jump.to !== 'form') follow(jump, { ...data, keys, where: recordsBehind(data, where) });
          }
        },
        onUnpick: () => own && put(undefined),
      }),
  });
  if (levels.length === 0) return drawn;
  return (
    <div className="stage-drilled">
      <Crumbs levels={levels} onLevels={onLevels} />
      {drawn}
    </div>
  );
}

const none: Level[] = [];
