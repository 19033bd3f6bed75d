import { FileTextOutlined } from '@ant-design/icons';
import { searchApi } from '@formwork/contract/records/search.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { callWith, quietlyGone } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FoundSection } from './FoundSection.tsx';
import { Marked } from './Marked.tsx';
import type { FoundProps } from './SearchPage.tsx';
import { useFound } from './use-found.ts';

export function RecordsFound({ search, onAll }: FoundProps) {
  const t = useT();
  const locale = useLocale();
  const { rows, section } = useFound(
    keyOf(searchApi.records, { query: { search } }),
    (page) => callWith(searchApi.records, { query: { search, ...page } }, quietlyGone),
    onAll !== undefined,
  );
  return (
    <FoundSection title={t('search.kind.records')} {...section} onAll={onAll}>
      {rows.map(({ appId, formId, recordId, title, app, form, where, modifiedAt }) => (
        <li key={recordId}>
          <Link
            className="search-hit"
            href={pathTo('recordDetail', { app: appId, form: formId }, { record: recordId })}
          >
            <FileTextOutlined aria-hidden />
            <span className="search-hit-text">
              <span className="search-hit-title">
                <Marked text={title || t('search.untitled')} search={search} />
              </span>
              {where && (
                <span className="search-hit-note">
                  {textIn(where.field, locale)} · <Marked text={where.text} search={search} />
                </span>
              )}
              <span className="search-hit-note">
                {textIn(app, locale)} / {textIn(form, locale)}
                {modifiedAt && (
                  <>
                    {' '}
                    · <Time at={modifiedAt} locale={locale} />
                  </>
                )}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </FoundSection>
  );
}
