import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { changeButton, openTwins } from '@formwork/contract/forms/button-access.ts';
import {
  isHidden,
  isRestricted,
  placedButtons,
  recordPlaces,
  scriptedPlaces,
  settingsOver,
  systemButton,
  systemButtons,
  type ButtonScript,
  type ButtonSettings,
  type OwnButton,
} from '@formwork/contract/forms/buttons.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { readableByButtons } from '@formwork/contract/records/button-logic.ts';
import type { ExpressionType } from '@formwork/contract/records/expressions.ts';
import { InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Segmented, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { Fillings } from '../settings/form/Fillings.tsx';
import { FormulaInput } from '../settings/form/FormulaInput.tsx';
import { Line, TextPair } from '../settings/form/inspector-parts.tsx';
import { ButtonRoles } from './ButtonRoles.tsx';
import { isSaidHere, restoreButton } from './edits.ts';
import type { Chosen } from './SystemButtonsPage.tsx';
import { useButtonName } from '@formwork/records-ui/record-buttons/use-button-name.ts';

interface Props {
  settings: ButtonSettings;
  inherited: ButtonSettings;
  chosen: Chosen;
  /** Of the one form that is set; none for a whole application. */
  definition: FormDefinition | undefined;
  form: boolean;
  onChange: (settings: ButtonSettings) => void;
  onGone: () => void;
}

const alsoRead: Readonly<Record<string, ExpressionType>> = { recordId: { kind: 'string' } };

/** Everything that can be said of one button. */
export function ButtonInspector({
  settings,
  inherited,
  chosen: { place, id },
  definition,
  form,
  onChange,
  onGone,
}: Props) {
  const t = useT();
  const locale = useLocale();
  const nameOf = useButtonName();
  const readable = useMemo(() => readableByButtons(definition), [definition]);
  const all = settingsOver(inherited, settings);
  const button = placedButtons(all, place).find((one) => one.id === id);
  if (!button)
    return (
      <aside className="buttons-inspector" aria-label={t('buttons.settings')}>
        <EmptyState small title={t('buttons.choose')} />
      </aside>
    );
  const { setting, own } = button;
  const change = (part: Partial<OwnButton>) => onChange(changeButton(settings, inherited, place, id, part));
  const system = systemButton(place, id);
  const withRecord = (recordPlaces as readonly string[]).includes(place);
  const twins = openTwins(all, place, id);
  return (
    <aside className="buttons-inspector" aria-label={t('buttons.settings')}>
      <InspectorTitle
        extra={
          isSaidHere(settings, place, id) && (
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t(own ? 'buttons.remove' : 'buttons.restore')}
              title={t(own ? 'buttons.remove' : 'buttons.restore')}
              onClick={() => {
                onChange(restoreButton(settings, place, id));
                if (own) onGone();
              }}
            >
              {own ? <DeleteOutlined /> : <RollbackOutlined />}
            </button>
          )
        }
      >
        {nameOf(button)}
      </InspectorTitle>
      <TextPair
        label={t('buttons.name')}
        value={setting.title}
        onChange={(title) => change({ title: title ?? (own ? { zh: '' } : undefined) })}
      />
      {!system?.always && (
        <Line label={t('buttons.shown')} inline>
          <Switch size="small" checked={!isHidden(button)} onChange={(shown) => change({ hidden: !shown })} />
        </Line>
      )}
      {own && (
        <Line label={t('buttons.primary')} inline>
          <Switch
            size="small"
            checked={own.primary === true}
            onChange={(primary) => change({ primary: primary || undefined })}
          />
        </Line>
      )}
      {!system?.always && <ButtonRoles setting={setting} onChange={change} />}
      {withRecord && (
        <FormulaInput
          definition={readable}
          table={undefined}
          also={alsoRead}
          expects="condition"
          label={t('buttons.only_if')}
          value={setting.onlyIf}
          onChange={(onlyIf) => change({ onlyIf })}
        />
      )}
      {withRecord && !form && <p className="buttons-quiet">{t('buttons.only_if_app')}</p>}
      {isRestricted(setting) && system?.action && (
        <Alert
          type={twins.length > 0 ? 'warning' : 'info'}
          showIcon
          title={
            twins.length > 0
              ? t('buttons.twins', {
                  names: twins
                    .map((twin) => `${t(`buttons.place.${twin.place}`)} / ${nameOf(twin)}`)
                    .join(locale === 'zh-CN' ? '、' : ', '),
                })
              : t('buttons.enforced')
          }
        />
      )}
      {(scriptedPlaces as readonly string[]).includes(place) && (
        <Script
          place={place}
          id={id}
          own={own !== undefined}
          script={setting.script}
          definition={readable}
          mayFill={withRecord && form}
          onChange={(script) => change({ script })}
        />
      )}
      {withRecord && !form && <p className="buttons-quiet">{t('buttons.fill_in_form')}</p>}
    </aside>
  );
}

function Script({
  place,
  id,
  own,
  script,
  definition,
  mayFill,
  onChange,
}: {
  place: Chosen['place'];
  id: string;
  own: boolean;
  script: ButtonScript | undefined;
  definition: FormDefinition;
  mayFill: boolean;
  onChange: (script: ButtonScript | undefined) => void;
}) {
  const t = useT();
  const others = Object.keys(systemButtons[place]).filter(
    (other) => other !== id && other !== 'follow' && other !== 'print',
  );
  const does = script?.does ?? 'usual';
  type Choice = 'usual' | ButtonScript['does'];
  const choices: Choice[] = [
    ...(own ? [] : ['usual' as const]),
    'action',
    'open',
    ...(mayFill || script?.does === 'fill' ? ['fill' as const] : []),
  ];
  const begin = (next: Choice) =>
    onChange(
      next === 'usual'
        ? undefined
        : next === 'action'
          ? { does: 'action', button: others[0] ?? '' }
          : next === 'open'
            ? { does: 'open', address: '' }
            : { does: 'fill', values: [] },
    );
  return (
    <>
      <Line label={t('buttons.does')}>
        <Segmented<Choice>
          block
          value={does}
          options={choices.map((value) => ({ value, label: t(`buttons.does_${value}`) }))}
          onChange={(next) => next !== does && begin(next)}
        />
      </Line>
      {script?.does === 'action' && (
        <Line label={t('buttons.same_as')}>
          <Select
            value={script.button}
            onChange={(button) => onChange({ does: 'action', button })}
            options={others.map((value) => ({ value, label: t(`buttons.${place}.${value}`) }))}
          />
        </Line>
      )}
      {script?.does === 'open' && (
        <>
          <FormulaInput
            definition={definition}
            table={undefined}
            also={alsoRead}
            label={t('buttons.address')}
            value={script.address}
            onChange={(address) => onChange({ ...script, address: address ?? '' })}
          />
          <p className="buttons-quiet">{t('buttons.address_hint')}</p>
          <Line label={t('buttons.new_window')} inline>
            <Switch
              size="small"
              checked={script.newWindow ?? false}
              onChange={(newWindow) => onChange({ ...script, newWindow })}
            />
          </Line>
        </>
      )}
      {script?.does === 'fill' && (
        <Fillings
          definition={definition}
          values={script.values}
          onChange={(values) => onChange({ does: 'fill', values })}
        />
      )}
      {script && !own && (
        <Button size="small" type="link" onClick={() => onChange(undefined)}>
          {t('buttons.usual_again')}
        </Button>
      )}
    </>
  );
}
