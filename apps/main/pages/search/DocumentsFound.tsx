import { FileOutlined, FolderOutlined } from '@ant-design/icons';
import { documentsApi } from '@formwork/contract/documents/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { previewAddress } from '@formwork/records-ui/fields/files/file-values.ts';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FoundSection } from './FoundSection.tsx';
import { Marked } from './Marked.tsx';
import type { FoundProps } from './SearchPage.tsx';
import { useFound } from './use-found.ts';

/** Folders and documents of applications of files by name; each with the folder it lies in. */
export function DocumentsFound({ search, onAll }: FoundProps) {
  const t = useT();
  const locale = useLocale();
  const { rows, section } = useFound(
    keyOf(documentsApi.findEverywhere, { query: { search } }),
    (page) => call(documentsApi.findEverywhere, { query: { search, ...page } }),
    onAll !== undefined,
  );
  return (
    <FoundSection title={t('search.kind.documents')} {...section} onAll={onAll}>
      {rows.map(({ id, kind, name, fileId, parentId, appId, app, place }) => (
        <li key={id} className="search-hit">
          {kind === 'folder' ? <FolderOutlined aria-hidden /> : <FileOutlined aria-hidden />}
          <span className="search-hit-text">
            {fileId === null ? (
              <Link className="search-hit-title" href={pathTo('fileApp', { appId }, { folder: id })}>
                <Marked text={name} search={search} />
              </Link>
            ) : (
              <a className="search-hit-title" href={previewAddress({ id: fileId })} target="_blank" rel="noopener">
                <Marked text={name} search={search} />
              </a>
            )}
            <span className="search-hit-note">
              <Link href={pathTo('fileApp', { appId }, { folder: parentId ?? undefined })}>
                {[textIn(app, locale), ...place].join(' / ')}
              </Link>
            </span>
          </span>
        </li>
      ))}
    </FoundSection>
  );
}
