import type { Use } from '@formwork/contract/forms/uses.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { UseList } from '@formwork/web/uses/UseList.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Modal } from 'antd';
import { useState, type ReactNode } from 'react';

interface Props {
  title: string;
  hint: ReactNode;
  okText: string;
  /** Who names it, with what tells one thing from another. */
  thing: string;
  load: () => Promise<Use[]>;
  onRemove: (acceptUses: boolean) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a form or an application goes to the bin, and shows who names it: something that decides or writes by it keeps it. */
export function RemovalDialog({ title, hint, okText, thing, load, onRemove, onClose }: Props) {
  const t = useT();
  const [accepted, setAccepted] = useState(false);
  const [pending, setPending] = useState(false);
  const found = useQuery({ queryKey: ['uses of', thing], queryFn: load, staleTime: 0, gcTime: 0 });
  const uses = found.data ?? [];
  const refusing = uses.filter(({ how }) => how === 'refuse').length;
  const remove = async () => {
    setPending(true);
    await onRemove(accepted);
    setPending(false);
    onClose();
  };
  return (
    <Modal
      open
      title={title}
      width={560}
      okText={okText}
      okButtonProps={{ danger: true, disabled: !found.data || refusing > 0 || (uses.length > 0 && !accepted) }}
      confirmLoading={pending}
      onCancel={onClose}
      onOk={() => void remove()}
    >
      {found.isPending ? (
        <SkeletonRows rows={2} columns={1} />
      ) : found.isError ? (
        <ErrorState small onRetry={() => void found.refetch()} />
      ) : (
        <div className="fw-take-away">
          <p>{hint}</p>
          {refusing > 0 && <Alert type="error" showIcon title={t('uses.refused_removal', { count: refusing })} />}
          {uses.length > 0 && <UseList uses={uses} onJump={onClose} />}
          {uses.length > 0 && refusing === 0 && (
            <Checkbox checked={accepted} onChange={(event) => setAccepted(event.target.checked)}>
              {t('uses.accept')}
            </Checkbox>
          )}
        </div>
      )}
    </Modal>
  );
}
