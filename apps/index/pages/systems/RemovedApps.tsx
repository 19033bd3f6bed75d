import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useNames } from '@formwork/web/pickers/names.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';

/** Applications that were deleted, of the systems one looks after; they come back into their system, records and all. */
export function RemovedApps({ onClose }: { onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const bin = useQuery({ ...q(formsApi.listBin), staleTime: 0 });
  const restore = useCommand(formsApi.restoreApp, { refresh: [formsApi.listApps, formsApi.listBin] });
  const apps = bin.data?.apps ?? [];
  const nameOf = useNames(
    'people',
    apps.flatMap(({ removedBy }) => removedBy ?? []),
  );
  return (
    <Drawer open size={480} title={t('systems.bin')} onClose={onClose}>
      {bin.isPending ? (
        <SkeletonRows rows={4} columns={1} />
      ) : bin.isError ? (
        <ErrorState small onRetry={() => void bin.refetch()} />
      ) : apps.length === 0 ? (
        <EmptyState small title={t('systems.bin_empty')} hint={t('systems.bin_empty_hint')} />
      ) : (
        <ul className="systems-bin">
          {apps.map(({ id, title, removedAt, removedBy }) => (
            <li key={id}>
              <span>
                <b>{textIn(title, locale)}</b>
                <small>
                  {removedBy && nameOf(removedBy)} <Time at={removedAt} locale={locale} />
                </small>
              </span>
              <Button
                size="small"
                loading={restore.pending}
                aria-label={`${t('systems.bin_restore')}: ${textIn(title, locale)}`}
                onClick={() => void restore.run({ params: { appId: id } })}
              >
                {t('systems.bin_restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  );
}
