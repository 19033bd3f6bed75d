import { SubscribeInput } from '@formwork/contract/gateway/api.ts';
import { gatewayPortalApi, type PortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { ApplicationDialog } from './ApplicationDialog.tsx';
import { quotaWords } from '../esb/quota-words.ts';

/** Asks for a subscription of an own application; who has none makes one first. */
export function SubscribeDialog({ api, onClose }: { api: PortalApi; onClose: () => void }) {
  const t = useT();
  const own = useQuery(q(gatewayPortalApi.applications));
  if (!own.data)
    return (
      <Modal open title={t('gatewayportal.subscribe')} footer={null} onCancel={onClose}>
        <SkeletonRows rows={3} />
      </Modal>
    );
  const { applications } = own.data;
  if (applications.length === 0)
    return <ApplicationDialog hint={t('gatewayportal.first_application')} onClose={onClose} staysOpen />;
  return <WishDialog api={api} applications={applications} onClose={onClose} />;
}

function WishDialog({
  api,
  applications,
  onClose,
}: {
  api: PortalApi;
  applications: readonly { id: string; name: string }[];
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const save = useSave(gatewayPortalApi.subscribe, { refresh: [gatewayPortalApi.applications], onDone: onClose });
  return (
    <FormDialog
      title={t('gatewayportal.subscribe_to', { name: textIn(api.name, locale) })}
      okText={t('gatewayportal.subscribe')}
      rules={SubscribeInput}
      initial={{ application: applications[0]?.id ?? null, plan: api.plans[0]?.id ?? null, note: '' }}
      toBody={({ application, plan, note }) => ({
        application: application ?? '',
        plan: plan ?? '',
        api: api.id,
        note,
      })}
      command={save}
      onClose={onClose}
    >
      <SelectInput
        name="application"
        label={t('gateway.subscription.column.application')}
        options={applications.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectInput
        name="plan"
        label={t('gateway.subscription.column.plan')}
        options={api.plans.map(({ id, name, rate, quota, approval }) => ({
          value: id,
          label: [
            name,
            rate && t('gateway.plan.rate_text', { ...rate }),
            quotaWords(quota, t, locale),
            t(approval ? 'gateway.plan.looked_at' : 'gateway.plan.at_once'),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
      <LongTextInput name="note" label={t('gatewayportal.wish')} />
    </FormDialog>
  );
}
