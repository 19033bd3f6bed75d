import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { Choice, NotifyLine, NumberLine, Rows } from '../tasks/inspector/parts.tsx';

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
          <Rows
            label={t('etltask.flow.parameters')}
            items={parameters}
            blank={() => ({ name: `p${parameters.length + 1}`, type: 'text' as const, value: '' })}
            onChange={(next) => document.edit((flow) => ({ ...flow, parameters: next }), 'parameters')}
          >
            {(parameter, change) => (
              <>
                <Input
                  aria-label={t('etltask.flow.parameter_name')}
                  value={parameter.name}
                  onChange={({ target }) => change({ name: target.value.replaceAll(/[^\p{L}\p{N}_]/gu, '_') || 'p' })}
                />
                <Choice
                  label={t('etltask.type')}
                  value={parameter.type}
                  values={['text', 'number', 'date']}
                  textOf={(one) => t(`etltask.flow.type.${one}`)}
                  onChange={(type) => change({ type })}
                />
                <Input
                  aria-label={t('etltask.flow.parameter_value')}
                  placeholder={t('etltask.flow.parameter_value')}
                  value={parameter.value}
                  onChange={({ target }) => change({ value: target.value })}
                />
              </>
            )}
          </Rows>
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
          <NotifyLine value={settings.notify} onChange={(notify) => set({ notify })} />
        </fieldset>
      </InspectorSection>
    </>
  );
}
