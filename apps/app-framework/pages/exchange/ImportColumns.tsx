import { fieldKind } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { importModes, mostKeyFields, previewedRows, type Sheet } from '@formwork/contract/records/import.ts';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { ReadingChoice } from '@formwork/records-ui/exchange/ReadingChoice.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Radio, Select, Switch } from 'antd';
import { canBeKey, problemOf, type ImportDraft, type Target } from './import-draft.ts';
import { SecondSheets } from './SecondSheets.tsx';
import { TargetSelect } from './TargetSelect.tsx';

interface Props {
  sheet: Sheet;
  draft: ImportDraft;
  targets: readonly Target[];
  /** Some of it comes from the last time. */
  remembered: boolean;
  onSheet: (sheet: Sheet) => void;
  onDraft: (draft: ImportDraft) => void;
  onCheck: () => void;
}

/** Which column is which field, and whether records that are there are meant. */
export function ImportColumns({ sheet, draft, targets, remembered, onSheet, onDraft, onCheck }: Props) {
  const t = useT();
  const locale = useLocale();
  const read = useCommand(recordsApi.readSheet, { onDone: onSheet, quiet: true });
  const set = (change: Partial<ImportDraft>) => onDraft({ ...draft, ...change });
  const problem = problemOf(draft);
  const keys = targets.filter(canBeKey);
  const hasNumbers = draft.into.some((path) =>
    targets.some((target) => target.path === path && fieldKind(target.field) === 'number'),
  );
  const looksForAlike =
    draft.mode !== 'update' &&
    draft.into.some((path) =>
      targets.some(
        ({ path: own, field }) => own === path && field.type === 'text' && field.config.similarity !== undefined,
      ),
    );
  return (
    <div className="exchange-columns">
      <p className="exchange-note">
        {t('exchange.import.found', {
          name: sheet.fileName,
          columns: sheet.columns.length,
          rows: formatNumber(sheet.rows, locale),
        })}
        {sheet.files > 0 && ` · ${t('exchange.import.files', { count: sheet.files })}`}
      </p>
      <ReadingChoice
        sheet={sheet}
        busy={read.pending}
        error={read.error}
        onChange={(reading) => void read.run({ params: { uploadId: sheet.uploadId }, body: reading })}
      />
      <div className="exchange-mode" role="group" aria-label={t('exchange.import.mode')}>
        <span>{t('exchange.import.mode')}</span>
        <Radio.Group
          value={draft.mode}
          onChange={(event) => set({ mode: event.target.value as ImportDraft['mode'] })}
          options={importModes.map((mode) => ({ value: mode, label: t(`exchange.import.mode.${mode}`) }))}
        />
        {draft.mode !== 'create' && (
          <label>
            {t('exchange.import.key')}
            <Select
              mode="multiple"
              maxCount={mostKeyFields}
              value={draft.key}
              onChange={(key) => set({ key })}
              options={keys.map(({ path, title }) => ({ value: path, label: title }))}
            />
          </label>
        )}
      </div>
      {draft.mode !== 'create' && <p className="exchange-note">{t('exchange.import.key_hint')}</p>}
      {hasNumbers && (
        <label className="exchange-switch">
          <Switch size="small" checked={draft.looseNumbers} onChange={(looseNumbers) => set({ looseNumbers })} />
          {t('exchange.loose_numbers')}
        </label>
      )}
      {looksForAlike && (
        <label className="exchange-switch">
          <Switch size="small" checked={draft.takeSimilar} onChange={(takeSimilar) => set({ takeSimilar })} />
          {t('exchange.take_similar')}
        </label>
      )}
      {remembered && <Alert type="info" showIcon title={t('exchange.import.remembered')} />}
      <div className="exchange-frame">
        <table className="exchange-table exchange-map">
          <thead>
            <tr>
              <th>{t('exchange.import.column')}</th>
              <th>{t('exchange.import.samples')}</th>
              <th>{t('exchange.import.field')}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.columns.map(({ index, title, samples }, at) => (
              <tr key={index}>
                <td>{title}</td>
                <td className="exchange-samples">{samples.slice(0, 3).join(' · ')}</td>
                <td>
                  <TargetSelect
                    label={title}
                    targets={targets}
                    value={draft.into[at]}
                    onChange={(path) =>
                      set({
                        into: draft.into.map((own, place) => (place === at ? path : own === path ? undefined : own)),
                      })
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sheet.sheets.length > 1 && targets.some(({ table }) => table !== undefined) && (
        <SecondSheets sheet={sheet} targets={targets} second={draft.second} onChange={(second) => set({ second })} />
      )}
      <footer className="exchange-foot">
        {problem && <span role="status">{t(problem)}</span>}
        <Button type="primary" disabled={problem !== undefined} onClick={onCheck}>
          {t('exchange.import.check', { count: previewedRows })}
        </Button>
      </footer>
    </div>
  );
}
