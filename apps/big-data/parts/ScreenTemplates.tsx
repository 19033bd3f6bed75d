import type { ElementChartProps } from '@formwork/chart-ui/boards/elements/element.tsx';
import { ElementView } from '@formwork/chart-ui/boards/elements/ElementView.tsx';
import { Stage } from '@formwork/chart-ui/boards/Stage.tsx';
import {
  screenOfTemplate,
  screenTemplateIds,
  titleOfTemplate,
  type ScreenTemplateId,
} from '@formwork/contract/analytics/screen-templates.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SurfaceView } from '@formwork/ui/surface/surface-view.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Radio } from 'antd';
import { useMemo, useState } from 'react';
import { FieldRow } from './FieldRow.tsx';
import './screen-templates.css';

type Choice = ScreenTemplateId | 'blank';

/** What a new screen begins as: nothing, or a whole one with places for charts, which is shown. */
export function ScreenTemplates({ onDraft }: { onDraft: (draft: unknown) => void }) {
  const t = useT();
  const locale = useLocale();
  const [chosen, setChosen] = useState<Choice>('blank');
  const screen = useMemo(() => (chosen === 'blank' ? undefined : screenOfTemplate(chosen, locale)), [chosen, locale]);
  const choose = (next: Choice) => {
    setChosen(next);
    onDraft(next === 'blank' ? undefined : screenOfTemplate(next, locale));
  };
  return (
    <div className="screen-templates">
      <FieldRow label={t('analytics.template')}>
        <Radio.Group
          value={chosen}
          onChange={({ target }) => choose(target.value as Choice)}
          options={[
            { value: 'blank', label: t('analytics.template.blank') },
            ...screenTemplateIds.map((id) => ({ value: id, label: textIn(titleOfTemplate(id), locale) })),
          ]}
        />
      </FieldRow>
      {screen && (
        <>
          <div
            className="screen-template"
            role="img"
            aria-label={textIn(titleOfTemplate(chosen as ScreenTemplateId), locale)}
          >
            <div inert>
              <Stage ground={screen.ground} backdrop={screen.backdrop} charts={NoChart}>
                <SurfaceView
                  size={{ width: screen.width, height: screen.height }}
                  fit="contain"
                  boxes={screen.elements}
                  draw={(id, scale) => (
                    <ElementView
                      element={screen.elements.find((element) => element.id === id)!}
                      screen={undefined}
                      every={null}
                      scale={scale}
                    />
                  )}
                />
              </Stage>
            </div>
          </div>
          <p className="analytics-quiet">{t('analytics.template.hint')}</p>
        </>
      )}
    </div>
  );
}

/** Places without a chart yet. */
function NoChart({ children }: ElementChartProps) {
  return children({ data: undefined, problem: undefined });
}
