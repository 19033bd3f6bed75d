import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CodeOutlined,
  EyeInvisibleOutlined,
  HolderOutlined,
  PlusOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { changeButton } from '@formwork/contract/forms/button-access.ts';
import {
  buttonPlaces,
  isHidden,
  isRestricted,
  placedButtons,
  scriptedPlaces,
  settingsOver,
  systemButton,
  type ButtonPlace,
  type ButtonSettings,
  type OwnButton,
} from '@formwork/contract/forms/buttons.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DragArea, DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Switch } from 'antd';
import { bothTexts } from '../settings/form/new-texts.ts';
import { addButton, orderButtons } from './edits.ts';
import type { Chosen } from './SystemButtonsPage.tsx';
import { useButtonName } from '@formwork/records-ui/record-buttons/use-button-name.ts';

interface Props {
  settings: ButtonSettings;
  inherited: ButtonSettings;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  onChange: (settings: ButtonSettings) => void;
}

/** The buttons place by place, in their order. */
export function ButtonLists(props: Props) {
  const t = useT();
  const { settings, inherited, onChange, onChoose } = props;
  const all = settingsOver(inherited, settings);
  const add = (place: OwnButton['place']) => {
    const id = newElementId();
    onChange(addButton(settings, place, bothTexts('design.apps.new_button'), id));
    onChoose({ place, id });
  };
  return (
    <div className="buttons-lists">
      <DragArea
        onDrop={({ id, from, to, index }) => {
          const place = to as ButtonPlace;
          if (from === to)
            onChange(
              orderButtons(
                settings,
                place,
                placedButtons(all, place).map((button) => button.id),
                id.slice(place.length + 1),
                index,
              ),
            );
        }}
      >
        {buttonPlaces.map((place) => (
          <section key={place} className="buttons-place" aria-label={t(`buttons.place.${place}`)}>
            <header>
              <h2>{t(`buttons.place.${place}`)}</h2>
              {(scriptedPlaces as readonly string[]).includes(place) && all.own.length < 30 && (
                <Button
                  size="small"
                  type="text"
                  icon={<PlusOutlined />}
                  onClick={() => add(place as OwnButton['place'])}
                >
                  {t('buttons.add')}
                </Button>
              )}
            </header>
            <PlaceList {...props} place={place} />
          </section>
        ))}
      </DragArea>
    </div>
  );
}

function PlaceList({ place, settings, inherited, chosen, onChoose, onChange }: Props & { place: ButtonPlace }) {
  const t = useT();
  const locale = useLocale();
  const nameOf = useButtonName();
  const buttons = placedButtons(settingsOver(inherited, settings), place);
  const ids = buttons.map(({ id }) => id);
  const step = (id: string, by: number) => onChange(orderButtons(settings, place, ids, id, ids.indexOf(id) + by));
  return (
    <SortableList
      list={place}
      className="buttons-list"
      items={buttons}
      itemId={({ id }) => `${place} ${id}`}
      itemTitle={(button) => nameOf(button)}
      render={(button) => {
        const { id, setting } = button;
        const name = nameOf(button);
        const at = ids.indexOf(id);
        const selected = chosen.place === place && chosen.id === id;
        const renamed = textIn(setting.title, locale) !== '' && !button.own;
        return (
          <div
            className="buttons-line"
            data-hidden={isHidden(button) || undefined}
            data-selected={selected || undefined}
          >
            <DragHandle title={name}>
              <HolderOutlined />
            </DragHandle>
            <button
              type="button"
              className="buttons-open"
              aria-pressed={selected}
              onClick={() => onChoose({ place, id })}
            >
              {name}
            </button>
            {renamed && <span className="buttons-quiet buttons-was">{t(`buttons.${place}.${id}`)}</span>}
            {isHidden(button) && <StateTag icon={<EyeInvisibleOutlined />}>{t('buttons.hidden')}</StateTag>}
            {isRestricted(setting) && (
              <StateTag tone="info" icon={<TeamOutlined />}>
                {t('buttons.restricted')}
              </StateTag>
            )}
            {setting.script && (
              <StateTag tone="info" icon={<CodeOutlined />}>
                {t(button.own ? 'buttons.own' : 'buttons.scripted')}
              </StateTag>
            )}
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('buttons.up', { name })}
              title={t('buttons.up', { name })}
              disabled={at === 0}
              onClick={() => step(id, -1)}
            >
              <ArrowUpOutlined />
            </button>
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('buttons.down', { name })}
              title={t('buttons.down', { name })}
              disabled={at === ids.length - 1}
              onClick={() => step(id, 1)}
            >
              <ArrowDownOutlined />
            </button>
            <Switch
              size="small"
              aria-label={t('buttons.show', { name })}
              checked={!isHidden(button)}
              disabled={systemButton(place, id)?.always === true}
              onChange={(shown) => onChange(changeButton(settings, inherited, place, id, { hidden: !shown }))}
            />
          </div>
        );
      }}
    />
  );
}
