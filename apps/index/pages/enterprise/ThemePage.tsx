import { CheckOutlined } from '@ant-design/icons';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { plainTheme, skinNames, type SkinName } from '@formwork/contract/enterprise/appearance.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { skinOf } from '@formwork/ui/skin/skins.ts';
import { useMedia } from '@formwork/ui/skin/use-media.ts';
import { setAppearance } from '@formwork/web/appearance/appearance.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Checkbox, ColorPicker, Switch } from 'antd';
import { SettingFrame } from './SettingFrame.tsx';
import { SkinPreview } from './SkinPreview.tsx';
import { useSetting } from './use-setting.ts';

/** One of the ten skins, and perhaps a colour of the enterprise's own, for everybody's frame. */
export default function ThemePage() {
  const t = useT();
  const elements = useElements('themeColour');
  const { message } = App.useApp();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const {
    reading,
    value = plainTheme,
    changed,
    change,
    forget,
  } = useSetting(enterpriseApi.appearance, ({ theme }) => theme);
  const save = useCommand(enterpriseApi.setTheme, {
    refresh: [enterpriseApi.appearance],
    onDone: (appearance) => {
      setAppearance(appearance);
      forget();
      void message.success(t('enterprise.setting.saved'));
    },
  });
  const drawn = (skin: SkinName) => skinOf(skin, { primary: value.primary ?? undefined, systemDark });
  return (
    <SettingFrame
      title={t('enterprise.theme.title')}
      hint={t('enterprise.theme.hint')}
      reading={reading}
      changed={changed}
      pending={save.pending}
      onSave={() => void save.run({ body: value })}
      onReset={forget}
    >
      <h2>{t('enterprise.theme.skin')}</h2>
      <div className="skin-list" role="radiogroup" aria-label={t('enterprise.theme.skin')}>
        {skinNames.map((skin) => (
          <button
            key={skin}
            type="button"
            role="radio"
            aria-checked={value.skin === skin}
            className="skin-choice"
            onClick={() => change({ ...value, skin })}
          >
            <SkinPreview skin={drawn(skin)} />
            <span>
              {t(`shell.skin.${skin}`)}
              {value.skin === skin && <CheckOutlined />}
            </span>
          </button>
        ))}
      </div>
      {elements.shows('parts', 'primary') && (
        <FieldRow
          name="primary"
          label={elements.title('parts', 'primary', t('enterprise.theme.primary'))}
          help={t('enterprise.theme.primary_hint')}
        >
          <div className="setting-line">
            <Switch
              checked={value.primary !== null}
              onChange={(on) => change({ ...value, primary: on ? drawn(value.skin).primaryFill : null })}
              aria-label={t('enterprise.theme.primary')}
            />
            {value.primary !== null && (
              <ColorPicker
                value={value.primary}
                disabledAlpha
                showText
                onChangeComplete={(color) => change({ ...value, primary: color.toHexString().slice(0, 7) })}
              />
            )}
          </div>
        </FieldRow>
      )}
      {elements.shows('parts', 'ownChoice') && (
        <Checkbox checked={value.ownChoice} onChange={(event) => change({ ...value, ownChoice: event.target.checked })}>
          {elements.title('parts', 'ownChoice', t('enterprise.theme.own_choice'))}
        </Checkbox>
      )}
      {elements.shows('parts', 'preview') && (
        <>
          <h2>{elements.title('parts', 'preview', t('enterprise.theme.preview'))}</h2>
          <SkinPreview
            large
            skin={drawn(value.skin)}
            title={t('enterprise.theme.sample')}
            action={t('enterprise.theme.sample_action')}
          />
        </>
      )}
      {elements.shows('parts', 'plain') && (
        <Button
          type="link"
          className="setting-plain"
          disabled={JSON.stringify(value) === JSON.stringify(plainTheme)}
          onClick={() => change(plainTheme)}
        >
          {elements.title('parts', 'plain', t('enterprise.theme.plain'))}
        </Button>
      )}
    </SettingFrame>
  );
}
