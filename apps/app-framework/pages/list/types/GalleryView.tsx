import { PictureOutlined } from '@ant-design/icons';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { smallPictureAddress } from '@formwork/records-ui/fields/files/file-values.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { paths } from '../../../paths.ts';
import { EmptyList } from '../EmptyList.tsx';
import type { TypeProps } from '../type-props.ts';
import { useRecordList } from '../use-record-list.ts';
import './board.css';
import { RecordTile } from './RecordTile.tsx';

/** Records as cards with a picture, read page by page. */
export default function GalleryView({ plan, view, onView, settings, cardFields }: TypeProps) {
  const t = useT();
  const router = useRouter();
  const { appId, formId } = plan;
  const { pages, rows, hasMore } = useRecordList(formId, view);
  const { cover, fit = 'cover' } = settings.gallery ?? {};
  if (!pages.data) return <Unread of={[pages]} skeleton={<SkeletonRows rows={10} />} />;
  if (rows.length === 0)
    return <EmptyList plan={plan} view={view} onClear={() => onView({ filter: undefined, search: undefined })} />;
  return (
    <div className="fw-gallery">
      <div className="fw-gallery-grid">
        {rows.map((row) => {
          const picture =
            cover === undefined
              ? undefined
              : ((row.values[cover] as FileValue[] | null) ?? [])
                  .map((file) => smallPictureAddress(file, 320))
                  .find((address) => address !== undefined);
          return (
            <RecordTile
              key={row.id}
              row={row}
              fields={cardFields.filter(({ id }) => id !== cover)}
              href={router.hrefOf(paths.record(appId, formId, row.id, view))}
            >
              {cover !== undefined && (
                <div className="fw-gallery-cover">
                  {picture ? (
                    <img src={picture} alt="" loading="lazy" style={{ objectFit: fit }} />
                  ) : (
                    <PictureOutlined />
                  )}
                </div>
              )}
            </RecordTile>
          );
        })}
      </div>
      {hasMore && (
        <div className="fw-gallery-more">
          <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t('views.gallery.more')}
          </Button>
        </div>
      )}
    </div>
  );
}
