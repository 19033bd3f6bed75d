import { DeleteOutlined } from '@ant-design/icons';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { licenceBytes, type EnterpriseInfo } from '@formwork/contract/enterprise/info.ts';
import { FieldGrid, FieldRow } from '@formwork/ui/input/field-row.tsx';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { logoAddress } from '@formwork/web/appearance/use-logo.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { renameSpace } from '@formwork/web/session/session.ts';
import { App, Button, Input } from 'antd';
import { infoErrors } from './info-errors.ts';
import { SettingFrame } from './SettingFrame.tsx';
import { useSetting } from './use-setting.ts';
import { useUpload } from './use-upload.ts';

const nothingYet: EnterpriseInfo = {
  name: '',
  creditCode: '',
  contact: '',
  phone: '',
  email: '',
  address: '',
  website: '',
  industry: '',
  description: '',
  licence: null,
};
const lines = {
  name: 60,
  creditCode: 18,
  industry: 60,
  contact: 40,
  phone: 30,
  email: 120,
  website: 200,
  address: 200,
} as const;

/** What the enterprise says of itself; its name stands in everybody's frame. */
export default function InfoPage() {
  const t = useT();
  const elements = useElements('enterpriseInfo');
  const { message } = App.useApp();
  const { reading, value = nothingYet, changed, change, forget } = useSetting(enterpriseApi.getInfo, (info) => info);
  const { send, sending } = useUpload('enterprise-licence');
  const save = useCommand(enterpriseApi.setInfo, {
    refresh: [enterpriseApi.getInfo],
    onDone: ({ name }) => {
      forget();
      renameSpace(name);
      void message.success(t('enterprise.setting.saved'));
    },
  });
  const errors = infoErrors(value, t);
  const set = (part: Partial<EnterpriseInfo>) => change({ ...value, ...part });
  const take = async (file: File) => {
    const licence = await send(file);
    if (licence !== undefined) set({ licence });
  };
  const blocked = Object.keys(errors).length > 0;
  return (
    <SettingFrame
      title={t('enterprise.info.title')}
      hint={t('enterprise.info.hint')}
      reading={reading}
      changed={changed && !blocked}
      pending={save.pending || sending}
      onSave={() => void save.run({ body: value })}
      onReset={forget}
    >
      <FieldGrid>
        {(Object.keys(lines) as (keyof typeof lines)[])
          .filter((field) => elements.shows('fields', field))
          .map((field) => (
            <FieldRow
              key={field}
              name={field}
              label={elements.title('fields', field, t(`enterprise.info.${field}`))}
              required={field === 'name'}
              wide={field === 'address'}
              error={errors[field] ?? save.fieldErrors[field]}
            >
              {(input) => (
                <Input
                  {...input}
                  maxLength={lines[field]}
                  value={value[field]}
                  onChange={(event) =>
                    set({ [field]: field === 'creditCode' ? event.target.value.toUpperCase() : event.target.value })
                  }
                />
              )}
            </FieldRow>
          ))}
        {elements.shows('fields', 'description') && (
          <FieldRow
            name="description"
            label={elements.title('fields', 'description', t('enterprise.info.description'))}
            wide
          >
            {(input) => (
              <Input.TextArea
                {...input}
                maxLength={1_000}
                autoSize={{ minRows: 3, maxRows: 10 }}
                value={value.description}
                onChange={(event) => set({ description: event.target.value })}
              />
            )}
          </FieldRow>
        )}
        {elements.shows('fields', 'licence') && (
          <FieldRow
            name="licence"
            label={elements.title('fields', 'licence', t('enterprise.info.licence'))}
            wide
            error={save.fieldErrors['licence']}
          >
            {value.licence === null ? (
              <FileDrop
                small
                id="licence"
                accept="image/png,image/jpeg,application/pdf"
                maxBytes={licenceBytes}
                note={t('enterprise.info.licence_rules')}
                onFiles={([file]) => {
                  if (file) void take(file);
                }}
              />
            ) : (
              <div className="setting-line">
                <a href={logoAddress(value.licence)} target="_blank" rel="noreferrer">
                  {t('enterprise.info.licence_open')}
                </a>
                <Button icon={<DeleteOutlined />} onClick={() => set({ licence: null })}>
                  {t('enterprise.logo.remove')}
                </Button>
              </div>
            )}
          </FieldRow>
        )}
      </FieldGrid>
    </SettingFrame>
  );
}
