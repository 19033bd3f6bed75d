import { UploadOutlined } from '@ant-design/icons';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { filePlaces, type FilePlace, type Source } from '@formwork/contract/gateway/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Select, Upload } from 'antd';
import { useState } from 'react';
import { DocumentTree } from './DocumentTree.tsx';
import { Row, SwitchRow } from './Row.tsx';
import { TaskChoice } from './SourceChoices.tsx';

type FileSource = Extract<Source, { is: 'file' }>;

interface Props {
  source: FileSource;
  disabled: boolean;
  onChange: (source: FileSource) => void;
}

interface PlaceProps<Of extends FilePlace['of']> {
  place: Extract<FilePlace, { of: Of }>;
  disabled: boolean;
  onChange: (place: FilePlace) => void;
}

/** Which file an API sends. */
export function FileSettings({ source, disabled, onChange }: Props) {
  const t = useT();
  const { place, inline } = source;
  const set = (next: FilePlace) => onChange({ ...source, place: next });
  const props = { disabled, onChange: set };
  return (
    <>
      <Row name="file_of" help>
        {(id) => (
          <Select
            id={id}
            disabled={disabled}
            value={place.of}
            onChange={(of) => set(emptyPlace(of))}
            options={filePlaces.map((value) => ({ value, label: t(`gateway.file.of.${value}`) }))}
          />
        )}
      </Row>
      {place.of === 'file' && <UploadRow place={place} {...props} />}
      {(place.of === 'document' || place.of === 'folder') && <DocumentRows place={place} {...props} />}
      {place.of === 'output' && <OutputRows place={place} {...props} />}
      <SwitchRow
        name="file_inline"
        help
        value={inline}
        disabled={disabled}
        onChange={(on) => onChange({ ...source, inline: on })}
      />
    </>
  );
}

export function emptyPlace(of: FilePlace['of']): FilePlace {
  switch (of) {
    case 'file':
      return { of, file: null, name: '' };
    case 'document':
      return { of, app: null, node: null, name: '', version: null };
    case 'folder':
      return { of, app: null, folder: null, name: '' };
    case 'output':
      return { of, task: null, node: '' };
  }
}

function UploadRow({ place, disabled, onChange }: PlaceProps<'file'>) {
  const t = useT();
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  const take = async (chosen: File) => {
    setSending(true);
    try {
      const [stored] = await upload(filesApi.upload, { query: { purpose: 'gateway' } }, [chosen]);
      if (stored) onChange({ of: 'file', file: stored.id, name: stored.name });
    } catch (error) {
      void message.error(errorText(error, t));
    } finally {
      setSending(false);
    }
  };
  return (
    <Row name="file" help>
      {(id) => (
        <Upload
          showUploadList={false}
          disabled={disabled}
          beforeUpload={(chosen: File) => {
            void take(chosen);
            return false;
          }}
        >
          <Button id={id} icon={<UploadOutlined />} loading={sending} disabled={disabled}>
            {place.name === '' ? t('gateway.file.choose') : place.name}
          </Button>
        </Upload>
      )}
    </Row>
  );
}

function DocumentRows({ place, disabled, onChange }: PlaceProps<'document' | 'folder'>) {
  const t = useT();
  const locale = useLocale();
  const { data, isPending } = useQuery(q(formsApi.listApps));
  const apps = (data?.apps ?? []).filter(({ kind }) => kind === 'files');
  return (
    <>
      <Row name="file_app">
        {(id) => (
          <Select
            id={id}
            disabled={disabled}
            loading={isPending}
            value={place.app}
            placeholder={t('gateway.file.app_choose')}
            notFoundContent={t('gateway.file.app_none')}
            onChange={(app: string) => onChange({ ...emptyPlace(place.of), app } as FilePlace)}
            options={apps.map((one) => ({ value: one.id, label: textIn(one.title, locale) }))}
          />
        )}
      </Row>
      {place.app !== null && (
        <Row name={place.of} help={place.of === 'folder'}>
          {(id) => (
            <DocumentTree
              key={place.app}
              id={id}
              app={place.app!}
              kind={place.of}
              value={place.of === 'folder' ? place.folder : place.node}
              name={place.name}
              disabled={disabled}
              onChange={(chosen, name) =>
                onChange(
                  place.of === 'folder'
                    ? { ...place, folder: chosen, name }
                    : { ...place, node: chosen, name, version: null },
                )
              }
            />
          )}
        </Row>
      )}
      {place.of === 'document' && place.app !== null && place.node !== null && (
        <VersionRow place={place} app={place.app} node={place.node} disabled={disabled} onChange={onChange} />
      )}
    </>
  );
}

function VersionRow({ place, app, node, disabled, onChange }: PlaceProps<'document'> & { app: string; node: string }) {
  const t = useT();
  const { data, isPending } = useQuery(q(documentsApi.versions, { params: { appId: app, nodeId: node } }));
  const numbers = (data?.versions ?? []).map(({ number }) => number);
  return (
    <Row name="file_version" help>
      {(id) => (
        <Select
          id={id}
          disabled={disabled}
          loading={isPending}
          value={place.version ?? 0}
          onChange={(version) => onChange({ ...place, version: version === 0 ? null : version })}
          options={[
            { value: 0, label: t('gateway.file.newest') },
            ...numbers.map((value) => ({ value, label: t('gateway.file.version', { number: value }) })),
          ]}
        />
      )}
    </Row>
  );
}

function OutputRows({ place, disabled, onChange }: PlaceProps<'output'>) {
  const t = useT();
  const targets = useQuery({
    ...q(setsApi.targets, { params: { taskId: place.task ?? '' } }),
    enabled: place.task !== null,
  });
  return (
    <>
      <Row name="task" help>
        {(id) => (
          <TaskChoice
            id={id}
            value={place.task}
            disabled={disabled}
            onChange={(task) => onChange({ of: 'output', task, node: '' })}
          />
        )}
      </Row>
      {place.task !== null && (
        <Row name="task_target">
          {(id) => (
            <Select
              id={id}
              disabled={disabled}
              loading={targets.isPending}
              value={place.node === '' ? null : place.node}
              placeholder={t('gateway.file.target_choose')}
              notFoundContent={t('gateway.file.target_none')}
              onChange={(node) => onChange({ ...place, node })}
              options={(targets.data ?? [])
                .filter(({ file }) => file)
                .map(({ node, title }) => ({ value: node, label: title || node }))}
            />
          )}
        </Row>
      )}
    </>
  );
}
