import { formsApi } from '@formwork/contract/forms/api.ts';
import type { BinnedThing } from '@formwork/contract/forms/copies.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useNames } from '@formwork/web/pickers/names.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';

const refresh = [formsApi.listApps, formsApi.listBin];

/** Applications and forms that were removed; they come back as they were, records and all. */
export function BinDrawer({ onClose }: { onClose: () => void }) {
  const t = useT();
  const bin = useQuery({ ...q(formsApi.listBin), staleTime: 0 });
  const restoreApp = useCommand(formsApi.restoreApp, { refresh });
  const restoreForm = useCommand(formsApi.restoreForm, { refresh });
  const nameOf = useNames(
    'people',
    [...(bin.data?.apps ?? []), ...(bin.data?.forms ?? [])].flatMap(({ removedBy }) => removedBy ?? []),
  );
  const empty = bin.data && bin.data.apps.length + bin.data.forms.length === 0;
  return (
    <Drawer open size={480} title={t('design.bin.title')} onClose={onClose}>
      {bin.isPending ? (
        <SkeletonRows rows={4} columns={1} />
      ) : bin.isError ? (
        <ErrorState small onRetry={() => void bin.refetch()} />
      ) : empty ? (
        <EmptyState small title={t('design.bin.empty')} hint={t('design.bin.empty_hint')} />
      ) : (
        <>
          <Things
            heading={t('design.bin.apps')}
            things={bin.data.apps}
            nameOf={nameOf}
            onRestore={(appId) => void restoreApp.run({ params: { appId } })}
          />
          <Things
            heading={t('design.bin.forms')}
            things={bin.data.forms}
            nameOf={nameOf}
            onRestore={(formId) => void restoreForm.run({ params: { formId } })}
          />
        </>
      )}
    </Drawer>
  );
}

function Things({
  heading,
  things,
  nameOf,
  onRestore,
}: {
  heading: string;
  things: BinnedThing[];
  nameOf: (id: string) => string | undefined;
  onRestore: (id: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  if (things.length === 0) return null;
  return (
    <section className="design-bin">
      <h3>{heading}</h3>
      <ul>
        {things.map(({ id, title, removedAt, removedBy, forms }) => (
          <li key={id}>
            <span>
              <b>{textIn(title, locale)}</b>
              <small>
                {forms !== undefined && t('design.bin.with_forms', { count: forms })} {removedBy && nameOf(removedBy)}{' '}
                <Time at={removedAt} locale={locale} />
              </small>
            </span>
            <Button size="small" onClick={() => onRestore(id)}>
              {t('design.bin.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
