import { DownloadOutlined, PaperClipOutlined } from '@ant-design/icons';
import { searchApi } from '@formwork/contract/records/search.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { formatBytes } from '@formwork/ui/format/number-format.ts';
import { downloadAddress, previewAddress } from '@formwork/records-ui/fields/files/file-values.ts';
import { callWith, quietlyGone } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FoundSection } from './FoundSection.tsx';
import { Marked } from './Marked.tsx';
import type { FoundProps } from './SearchPage.tsx';
import { useFound } from './use-found.ts';

/** Attachments by name; each with the record it belongs to. */
export function FilesFound({ search, onAll }: FoundProps) {
  const t = useT();
  const locale = useLocale();
  const { rows, section } = useFound(
    keyOf(searchApi.files, { query: { search } }),
    (page) => callWith(searchApi.files, { query: { search, ...page } }, quietlyGone),
    onAll !== undefined,
  );
  return (
    <FoundSection title={t('search.kind.files')} {...section} onAll={onAll}>
      {rows.map(({ fileId, name, size, appId, formId, recordId, title, form }) => (
        <li key={`${recordId} ${fileId}`} className="search-hit">
          <PaperClipOutlined aria-hidden />
          <span className="search-hit-text">
            <a className="search-hit-title" href={previewAddress({ id: fileId })} target="_blank" rel="noopener">
              <Marked text={name} search={search} />
            </a>
            <span className="search-hit-note">
              {formatBytes(size, locale)} · {textIn(form, locale)} /{' '}
              <Link href={pathTo('recordDetail', { app: appId, form: formId }, { record: recordId })}>
                {title || t('search.untitled')}
              </Link>
            </span>
          </span>
          <a
            className="fw-icon-button"
            href={downloadAddress({ id: fileId })}
            download={name}
            aria-label={t('search.download', { name })}
            title={t('search.download', { name })}
          >
            <DownloadOutlined />
          </a>
        </li>
      ))}
    </FoundSection>
  );
}
