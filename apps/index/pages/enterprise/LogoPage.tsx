import { DeleteOutlined } from '@ant-design/icons';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { logoBytes, logoPlaces, noLogo, type LogoPlace } from '@formwork/contract/enterprise/appearance.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { setAppearance } from '@formwork/web/appearance/appearance.ts';
import { logoAddress } from '@formwork/web/appearance/use-logo.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button } from 'antd';
import { SettingFrame } from './SettingFrame.tsx';
import { useSetting } from './use-setting.ts';
import { useUpload } from './use-upload.ts';

const places = logoPlaces.map((id) => ({ id }));

/** The enterprise's sign in the bar, on light and on dark, and in the browser's tab. */
export default function LogoPage() {
  const t = useT();
  const elements = useElements('logo');
  const { message } = App.useApp();
  const { reading, value = noLogo, changed, change, forget } = useSetting(enterpriseApi.appearance, ({ logo }) => logo);
  const { send, sending } = useUpload('enterprise-logo');
  const save = useCommand(enterpriseApi.setLogo, {
    refresh: [enterpriseApi.appearance],
    onDone: (appearance) => {
      setAppearance(appearance);
      forget();
      void message.success(t('enterprise.setting.saved'));
    },
  });
  const take = async (place: LogoPlace, file: File) => {
    const id = await send(file);
    if (id !== undefined) change({ ...value, [place]: id });
  };
  return (
    <SettingFrame
      title={t('enterprise.logo.title')}
      hint={t('enterprise.logo.hint')}
      reading={reading}
      changed={changed}
      pending={save.pending || sending}
      onSave={() => void save.run({ body: value })}
      onReset={forget}
    >
      {elements.arranged('places', places).map(({ id: place }) => {
        const id = value[place];
        return (
          <FieldRow
            key={place}
            name={place}
            label={elements.title('places', place, t(`enterprise.logo.${place}`))}
            help={t(`enterprise.logo.${place}_hint`)}
            error={save.fieldErrors[place]}
          >
            {id === null ? (
              <FileDrop
                small
                id={place}
                accept="image/png,image/jpeg,image/gif,image/webp"
                maxBytes={logoBytes}
                note={t('enterprise.logo.rules')}
                onFiles={([file]) => {
                  if (file) void take(place, file);
                }}
              />
            ) : (
              <div className="logo-shown" data-place={place}>
                <img src={logoAddress(id)} alt={t(`enterprise.logo.${place}`)} />
                <Button icon={<DeleteOutlined />} onClick={() => change({ ...value, [place]: null })}>
                  {t('enterprise.logo.remove')}
                </Button>
              </div>
            )}
          </FieldRow>
        );
      })}
    </SettingFrame>
  );
}
