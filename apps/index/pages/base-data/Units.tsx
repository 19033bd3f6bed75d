import { PlusOutlined } from '@ant-design/icons';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { usualQuantities } from '@formwork/contract/basedata/units.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { QuantityDialog } from './QuantityDialog.tsx';
import { QuantityUnits } from './QuantityUnits.tsx';
import { SideList } from './SideList.tsx';

/** Quantities at the side, the units of one with their factors beside them. */
export function Units() {
  const t = useT();
  const locale = useLocale();
  const [asked, choose] = useQueryText('quantity');
  const [creating, setCreating] = useState(false);
  const quantities = useQuery(q(basedataApi.listQuantities));
  const usual = useCommand(basedataApi.createQuantities, { refresh: [basedataApi.listQuantities] });
  if (quantities.isPending) return <SkeletonRows />;
  if (quantities.isError)
    return (
      <ErrorState
        hint={errorText(quantities.error, t)}
        requestId={isApiError(quantities.error) ? quantities.error.requestId : undefined}
        onRetry={() => void quantities.refetch()}
      />
    );
  const chosen = quantities.data.find(({ id }) => id === asked) ?? quantities.data[0];
  const dialog = creating && <QuantityDialog onClose={() => setCreating(false)} onCreated={choose} />;
  if (!chosen) {
    const actions = (
      <div className="base-line">
        <Button
          type="primary"
          loading={usual.pending}
          onClick={() => void usual.run({ body: { quantities: [...usualQuantities] } })}
        >
          {t('basedata.unit.usual')}
        </Button>
        <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
          {t('basedata.unit.create')}
        </Button>
      </div>
    );
    return (
      <>
        <EmptyState title={t('basedata.unit.none')} hint={t('basedata.unit.none_hint')} action={actions} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <SideList
        label={t('basedata.tab.units')}
        chosen={chosen.id}
        onChoose={choose}
        items={quantities.data.map(({ id, title, units }) => ({
          id,
          title: textIn(title, locale),
          note: units[0]?.symbol ?? '',
        }))}
        action={
          <Button
            icon={<PlusOutlined />}
            aria-label={t('basedata.unit.create')}
            title={t('basedata.unit.create')}
            onClick={() => setCreating(true)}
          />
        }
      >
        <QuantityUnits key={chosen.id} quantity={chosen} />
      </SideList>
      {dialog}
    </>
  );
}
