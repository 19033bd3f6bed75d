import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { exportApi, type ExportRequest } from '@formwork/contract/records/export.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DelimiterSelect } from '@formwork/records-ui/exchange/DelimiterSelect.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { JobLine } from '@formwork/web/jobs/JobLine.tsx';
import { Alert, Checkbox, Modal, Radio, Select } from 'antd';
import { useState } from 'react';
import { viewQuery } from '../../paths.ts';
import { listableFields, shownFields, useListSettings } from '../list/list-settings.ts';
import { useLabels, useLabelView } from '../list/use-labels.ts';
import './exchange.css';

interface Props {
  plan: PersonalPlan;
  hasProcess: boolean;
  /** These records alone, in place of those that the view finds. */
  ids?: readonly string[] | undefined;
  onClose: () => void;
}

/** What of the list goes into a file, and how; the job goes on when the dialog is closed. */
export default function ExportDialog({ plan, hasProcess, ids, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const { definition, formId } = plan;
  const { label, settings: base, arranged } = useLabels(formId);
  const { settings } = useListSettings(formId, label?.id, base, arranged);
  const { view } = useLabelView(base);
  const [range, setRange] = useState<'chosen' | 'view' | 'all'>(ids ? 'chosen' : 'view');
  const [request, setRequest] = useState<Options>(() => ({
    format: 'xlsx',
    encoding: 'utf-8',
    delimiter: ',',
    columns: shownFields(definition, settings, hasProcess).map(({ id }) => id),
    tables: [],
    pictures: false,
    files: false,
  }));
  const [jobId, setJobId] = useState<string>();
  const start = useCommand(exportApi.start, {
    failed: 'exchange.export.failed',
    refresh: [exportApi.list],
    onDone: (started) => setJobId(started.jobId),
    quiet: true,
  });
  const set = (change: Partial<Options>) => setRequest((now) => ({ ...now, ...change }));
  const fields = listableFields(definition, hasProcess);
  const files = fields.filter((field) => fieldKind(field) === 'files');
  const pictures = files.some(({ type }) => type === 'image' || type === 'signature');
  const isText = request.format === 'csv';

  const send = () => {
    const { filter, search, sort } = viewQuery(view);
    const { encoding, delimiter, tables, pictures: wantsPictures, ...rest } = request;
    const body: ExportRequest = {
      ...rest,
      ...(isText
        ? { encoding, delimiter }
        : {
            ...(tables.length > 0 && { tables }),
            ...(wantsPictures && pictures && !request.files && { pictures: true }),
          }),
      ...(range === 'chosen' && ids ? { ids: [...ids] } : {}),
      ...(range === 'view' && { ...(filter && { filter }), ...(search && { search }) }),
      ...(sort && { sort }),
    };
    void start.run({ params: { formId }, body });
  };

  return (
    <Modal
      open
      title={t('exchange.export.title')}
      onCancel={onClose}
      okText={t('exchange.export.start')}
      onOk={send}
      confirmLoading={start.pending}
      okButtonProps={{ disabled: request.columns.length === 0 }}
      {...(jobId ? { footer: null } : {})}
    >
      {jobId ? (
        <div className="exchange-form">
          <JobLine jobId={jobId} />
          <p className="exchange-note">{t('exchange.export.keeps')}</p>
        </div>
      ) : (
        <div className="exchange-form">
          {start.errorText && <Alert type="error" showIcon title={start.errorText} />}
          <div role="group" aria-label={t('exchange.export.range')}>
            <span>{t('exchange.export.range')}</span>
            <Radio.Group
              value={range}
              onChange={(event) => setRange(event.target.value as 'view')}
              options={[
                ...(ids ? [{ value: 'chosen', label: t('exchange.export.chosen', { count: ids.length }) }] : []),
                { value: 'view', label: t('exchange.export.view') },
                { value: 'all', label: t('exchange.export.all') },
              ]}
            />
          </div>
          <div role="group" aria-label={t('exchange.export.format')}>
            <span>{t('exchange.export.format')}</span>
            <Radio.Group
              value={request.format}
              onChange={(event) => set({ format: event.target.value as 'xlsx' })}
              options={[
                { value: 'xlsx', label: 'Excel (.xlsx)' },
                { value: 'csv', label: 'CSV (.csv)' },
              ]}
            />
          </div>
          {isText && (
            <div className="exchange-pair">
              <label>
                {t('sheets.encoding.title')}
                <Select
                  value={request.encoding}
                  onChange={(encoding) => set({ encoding })}
                  options={[
                    { value: 'utf-8', label: 'UTF-8' },
                    { value: 'gb18030', label: 'GB18030' },
                  ]}
                />
              </label>
              <label>
                {t('sheets.delimiter')}
                <DelimiterSelect value={request.delimiter} onChange={(delimiter) => set({ delimiter })} />
              </label>
            </div>
          )}
          <label>
            {t('exchange.export.columns')}
            <Select
              mode="multiple"
              maxTagCount={6}
              value={request.columns}
              onChange={(columns) => set({ columns })}
              optionFilterProp="label"
              options={fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
            />
          </label>
          <div className="exchange-quick">
            <button
              type="button"
              className="fw-link-button"
              onClick={() => set({ columns: shownFields(definition, settings, hasProcess).map(({ id }) => id) })}
            >
              {t('exchange.export.columns_view')}
            </button>
            <button
              type="button"
              className="fw-link-button"
              onClick={() => set({ columns: fields.map(({ id }) => id) })}
            >
              {t('exchange.export.columns_all')}
            </button>
          </div>
          {!isText && definition.tables.length > 0 && (
            <label>
              {t('exchange.export.tables')}
              <Select
                mode="multiple"
                value={request.tables}
                onChange={(tables) => set({ tables })}
                placeholder={t('exchange.export.no_tables')}
                options={definition.tables.map((table) => ({ value: table.id, label: textIn(table.title, locale) }))}
              />
            </label>
          )}
          {files.length > 0 && (
            <div className="exchange-checks">
              <Checkbox checked={request.files} onChange={(event) => set({ files: event.target.checked })}>
                {t('exchange.export.files')}
              </Checkbox>
              {pictures && !isText && (
                <Checkbox
                  disabled={request.files}
                  checked={request.pictures && !request.files}
                  onChange={(event) => set({ pictures: event.target.checked })}
                >
                  {t('exchange.export.pictures')}
                </Checkbox>
              )}
            </div>
          )}
        </div>
      )}
    </Modal>
  );
}

type Options = {
  format: ExportRequest['format'];
  encoding: 'utf-8' | 'gb18030';
  delimiter: string;
  columns: string[];
  tables: string[];
  pictures: boolean;
  files: boolean;
};
