import { DeleteOutlined, EditOutlined, SafetyOutlined, ShareAltOutlined, SwapOutlined } from '@ant-design/icons';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { allHidden } from '@formwork/contract/records/part.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { actingFor } from '@formwork/web/http/acting-for.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PrintButton } from '@formwork/records-ui/printing/PrintButton.tsx';
import { ButtonRow } from '@formwork/records-ui/record-buttons/ButtonRow.tsx';
import { useButtons } from '@formwork/records-ui/record-buttons/use-buttons.tsx';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { chosenOf } from '../list/chosen.ts';
import { useRemoval } from '../list/use-removal.ts';
import { FollowButton } from './FollowButton.tsx';

const AccessDrawer = lazy(() => import('./AccessDrawer.tsx'));
const ShareDialog = lazy(() => import('./ShareDialog.tsx'));
const TransferDialog = lazy(() => import('./TransferDialog.tsx'));

interface Props {
  appId: string;
  plan: PersonalPlan;
  record: FormRecord;
  title: string;
  /** All files of the record that the person sees. */
  files: readonly FileValue[];
  /** Left out where the record cannot be edited now, or is being edited. */
  onEdit: (() => void) | undefined;
}

/** What may be done with the record, as buttons that an administrator can arrange. */
export function RecordActions({ appId, plan, record, title, files, onEdit }: Props) {
  const t = useT();
  const router = useRouter();
  const { formId } = plan;
  const [open, setOpen] = useState<'share' | 'transfer' | 'access'>();
  // what is no call of an agent would be one of their own, on a record that may not be theirs to see
  const acting = actingFor() !== undefined;
  const mayExplain = useCan()('forms.design.read') && !acting;
  const { remove } = useRemoval(formId, () => void router.go(paths.app(appId, formId)));
  const items = useButtons(plan).arranged(
    'record',
    {
      follow: acting || record.hidden?.includes(allHidden) ? undefined : { title: t('records.follow.start') },
      print: acting ? undefined : { title: t('printing.print') },
      share: record.can.share
        ? { title: t('records.share.action'), icon: <ShareAltOutlined />, onSelect: () => setOpen('share') }
        : undefined,
      transfer: record.can.transfer
        ? { title: t('records.transfer.action'), icon: <SwapOutlined />, onSelect: () => setOpen('transfer') }
        : undefined,
      access: mayExplain
        ? { title: t('records.access.title'), icon: <SafetyOutlined />, onSelect: () => setOpen('access') }
        : undefined,
      edit: onEdit && { title: t('records.list.edit'), icon: <EditOutlined />, onSelect: onEdit },
      delete: record.can.delete
        ? {
            title: t('ui.action.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () => remove(chosenOf([record.id])),
          }
        : undefined,
    },
    [record],
  );
  const shared = { formId, records: [record.id], onClose: () => setOpen(undefined) };
  return (
    <>
      <ButtonRow
        items={items}
        main={['edit']}
        parts={{
          follow: ({ id, title: name }) => <FollowButton key={id} name={name} formId={formId} recordId={record.id} />,
          print: ({ id, title: name }) => (
            <PrintButton
              key={id}
              name={name}
              appId={appId}
              formId={formId}
              recordId={record.id}
              title={title}
              mayPrint={plan.can.print}
              files={files}
            />
          ),
        }}
      />
      <Suspense>
        {open === 'share' && <ShareDialog {...shared} />}
        {open === 'access' && <AccessDrawer formId={formId} recordId={record.id} onClose={() => setOpen(undefined)} />}
        {open === 'transfer' && <TransferDialog {...shared} />}
      </Suspense>
    </>
  );
}
