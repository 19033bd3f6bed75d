import { changedSchemas, contractWays, type EtlTask, type TaskSettings } from '@formwork/contract/etl/task.ts';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Modal } from 'antd';
import { ParameterRows } from '../flows/ParameterRows.tsx';
import { Choice, Line, NotifyLine, NumberLine } from './inspector/parts.tsx';

/** What holds for the whole task; kept as it is changed, in force with the next release. */
export function SettingsDialog({ document, onClose }: { document: OpenDocument<EtlTask>; onClose: () => void }) {
  const t = useT();
  const { settings } = document.body;
  const set = (part: Partial<TaskSettings>) =>
    document.edit((task) => ({ ...task, settings: { ...task.settings, ...part } }));
  const optional = (name: 'mostRejected' | 'timeout', max: number) => (
    <NumberLine
      label={t(`etltask.settings.${name}`)}
      help={t(`etltask.settings.${name}_help`)}
      min={1}
      max={max}
      value={settings[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const choice = <Name extends 'rejects' | 'changedSchema' | 'contracts'>(
    name: Name,
    values: readonly TaskSettings[Name][],
  ) => (
    <Line label={t(`etltask.settings.${name}`)}>
      <Choice
        label={t(`etltask.settings.${name}`)}
        value={settings[name] ?? values[0]!}
        values={values}
        textOf={(one) => t(`etltask.settings.${name}.${one}`)}
        onChange={(value) => set({ [name]: value })}
      />
    </Line>
  );
  return (
    <Modal open title={t('etltask.settings')} footer={null} onCancel={onClose}>
      <fieldset disabled={document.readOnly} className="etl-settings">
        {choice('rejects', ['keep', 'stop'])}
        {settings.rejects === 'keep' && optional('mostRejected', 10_000_000)}
        {choice('changedSchema', changedSchemas)}
        {choice('contracts', contractWays)}
        <NumberLine
          label={t('etltask.settings.retries')}
          min={0}
          max={10}
          value={settings.retries}
          onChange={(retries) => set({ retries: retries ?? 0 })}
        />
        {settings.retries > 0 && (
          <NumberLine
            label={t('etltask.settings.retryAfter')}
            help={t('etltask.settings.retryAfter_help')}
            min={1}
            max={3_600}
            value={settings.retryAfter}
            onChange={(retryAfter) => set({ retryAfter: retryAfter ?? 30 })}
          />
        )}
        {optional('timeout', 10_000)}
        <NumberLine
          label={t('etltask.settings.priority')}
          help={t('etltask.settings.priority_help')}
          min={0}
          max={9}
          value={settings.priority}
          onChange={(priority) => set({ priority: priority ?? 0 })}
        />
        <ParameterRows
          asks
          label={t('etltask.flow.parameters')}
          value={document.body.parameters}
          onChange={(parameters) => document.edit((task) => ({ ...task, parameters }), 'parameters')}
        />
        <p className="etl-quiet">{t('etltask.parameters_help')}</p>
        <NotifyLine
          label={t('etltask.settings.notify')}
          people={settings.notify}
          ways={settings.ways}
          onChange={(part) => set('people' in part ? { notify: part.people } : part)}
        />
      </fieldset>
    </Modal>
  );
}
