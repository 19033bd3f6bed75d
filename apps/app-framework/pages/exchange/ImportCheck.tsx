import { recordsApi } from '@formwork/contract/records/api.ts';
import type { CellError, Sheet } from '@formwork/contract/records/import.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { settingsOf, type ImportDraft, type Target } from './import-draft.ts';

const tones = { create: 'success', update: 'info', leave: 'error' } as const;

interface Props {
  formId: string;
  sheet: Sheet;
  draft: ImportDraft;
  targets: readonly Target[];
  onBack: () => void;
  onStarted: (importId: string) => void;
}

/** The first rows as they would be imported, each error at its cell. */
export function ImportCheck({ formId, sheet, draft, targets, onBack, onStarted }: Props) {
  const t = useT();
  const locale = useLocale();
  const body = { uploadId: sheet.uploadId, reading: sheet.reading, ...settingsOf(draft) };
  const preview = useQuery({
    queryKey: ['import preview', formId, body],
    queryFn: ({ signal: _signal }) => call(recordsApi.previewImport, { params: { formId }, body }),
    gcTime: 0,
  });
  const start = useCommand(recordsApi.importSheet, {
    refresh: [recordsApi.rememberedImport],
    onDone: ({ importId }) => onStarted(importId),
    quiet: true,
  });
  const columns = draft.into.flatMap((path, index) =>
    path === undefined ? [] : [{ index, title: targets.find((target) => target.path === path)?.title ?? '' }],
  );
  const said = (errors: readonly CellError[]) =>
    errors.map(({ code, data }) => (hasText(code) ? t(code, data) : code)).join(locale === 'zh-CN' ? '；' : '; ');
  return (
    <div className="exchange-columns">
      {preview.isPending && <SkeletonRows rows={8} />}
      {preview.isError &&
        (isApiError(preview.error) && preview.error.kind === 'refused' ? (
          <Alert type="error" showIcon title={errorText(preview.error, t)} />
        ) : (
          <ErrorState onRetry={() => void preview.refetch()} />
        ))}
      {preview.data && (
        <>
          <Alert
            showIcon
            type={preview.data.failed > 0 ? 'warning' : 'success'}
            title={
              preview.data.failed > 0
                ? t('exchange.import.preview_failed', { count: preview.data.rows.length, failed: preview.data.failed })
                : t('exchange.import.preview_ok', { count: preview.data.rows.length })
            }
          />
          <div className="exchange-frame exchange-preview">
            <table className="exchange-table">
              <thead>
                <tr>
                  <th>{t('exchange.import.line')}</th>
                  <th>{t('exchange.import.will')}</th>
                  {columns.map(({ index, title }) => (
                    <th key={index}>{title}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {preview.data.rows.map(({ line, cells, action, errors }) => (
                  <tr key={line}>
                    <td>{line}</td>
                    <td>
                      <StateTag tone={tones[action]}>{t(`exchange.import.will.${action}`)}</StateTag>
                      <small className="exchange-error">
                        {said(
                          errors.filter(
                            ({ index }) => index === null || !columns.some((column) => column.index === index),
                          ),
                        )}
                      </small>
                    </td>
                    {columns.map(({ index }) => {
                      const wrong = errors.filter((error) => error.index === index);
                      return (
                        <td key={index} data-wrong={wrong.length > 0 || undefined}>
                          {cells[index] ?? ''}
                          {wrong.length > 0 && <small className="exchange-error">{said(wrong)}</small>}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {start.errorText && <Alert type="error" showIcon title={start.errorText} />}
      <footer className="exchange-foot">
        <Button onClick={onBack}>{t('exchange.import.back')}</Button>
        <Button
          type="primary"
          disabled={!preview.data}
          loading={start.pending}
          onClick={() =>
            void start.run({ params: { formId }, body: { ...body, titles: sheet.columns.map(({ title }) => title) } })
          }
        >
          {t('exchange.import.start')}
        </Button>
      </footer>
    </div>
  );
}
