import { requestStates } from '@formwork/contract/assets/api.ts';
import { accessWays, assetAccessApi } from '@formwork/contract/assets/access.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { addressOfDefinition } from '@formwork/web/resources/addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer, Radio, Select } from 'antd';
import { useState } from 'react';
import { RequestList } from './RequestList.tsx';

/** All requests for access, and who decides on them. */
export function AccessDrawer({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [state, setState] = useState<(typeof requestStates)[number]>();
  const way = useQuery(q(assetAccessApi.way));
  const put = useCommand(assetAccessApi.putWay, { refresh: [assetAccessApi.way] });
  const { data } = way;
  return (
    <Drawer open size={640} title={t('assets.access')} onClose={onClose}>
      {!data ? (
        <Unread of={[way]} skeleton={<SkeletonRows rows={6} />} />
      ) : (
        <div className="asset-stack">
          <section className="asset-card">
            <h2>{t('assets.access.way')}</h2>
            <Radio.Group
              className="asset-stack"
              disabled={put.pending}
              value={data.way}
              onChange={({ target }) => void put.run({ body: { way: target.value as typeof data.way } })}
              options={accessWays.map((value) => ({ value, label: t(`assets.access.${value}`) }))}
            />
            {data.reviewed && <p className="asset-note">{t('assets.access.reviewed')}</p>}
            {data.form && (
              <Link href={addressOfDefinition({ kind: 'flow', id: data.form.formId, appId: data.form.appId })!}>
                {t('assets.access.form')}
              </Link>
            )}
          </section>
          <Select
            aria-label={t('assets.column.state')}
            allowClear
            placeholder={t('assets.column.state')}
            value={state}
            onChange={(next?: typeof state) => setState(next)}
            options={requestStates.map((value) => ({ value, label: t(`assets.request.${value}`) }))}
          />
          <RequestList {...(state !== undefined && { state })} edit appId={data.form?.appId ?? null} />
        </div>
      )}
    </Drawer>
  );
}
