import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { NotifyLine, NumberLine } from '../tasks/inspector/parts.tsx';
import { ParameterRows } from './ParameterRows.tsx';

/** What holds for the whole flow: its parameters, its day, how many of its tasks run at once. */
export function FlowSettings({ document }: { document: OpenDocument<EtlFlow> }) {
  const t = useT();
  const { parameters, settings } = document.body;
  const set = (part: Partial<EtlFlow['settings']>) =>
    document.edit((flow) => ({ ...flow, settings: { ...flow.settings, ...part } }));
  return (
    <>
      <InspectorTitle>{t('etltask.flow.settings')}</InspectorTitle>
      <InspectorSection>
        <fieldset disabled={document.readOnly} className="etl-settings">
          <ParameterRows
            asks
            label={t('etltask.flow.parameters')}
            value={parameters}
            onChange={(next) => document.edit((flow) => ({ ...flow, parameters: next }), 'parameters')}
          />
          <p className="etl-quiet">{t('etltask.parameters_help')}</p>
          <NumberLine
            label={t('etltask.flow.dayOffset')}
            help={t('etltask.flow.dayOffset_help')}
            min={0}
            max={400}
            value={settings.dayOffset}
            onChange={(dayOffset) => set({ dayOffset: dayOffset ?? 0 })}
          />
          <NumberLine
            label={t('etltask.flow.atOnce')}
            min={1}
            max={20}
            value={settings.atOnce}
            onChange={(atOnce) => set({ atOnce: atOnce ?? 1 })}
          />
          <NotifyLine
            label={t('etltask.settings.notify')}
            people={settings.notify}
            ways={settings.ways}
            onChange={(part) => set('people' in part ? { notify: part.people } : part)}
          />
        </fieldset>
      </InspectorSection>
    </>
  );
}
