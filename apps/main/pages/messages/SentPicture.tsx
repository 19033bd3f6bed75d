import { sentRun, toldApi } from '@formwork/contract/analytics/told-api.ts';
import type { Message } from '@formwork/contract/messages/api.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { addressOf } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Modal } from 'antd';
import { useState } from 'react';

type Sent = Pick<Message, 'title' | 'target'>;

export const hasPicture = ({ target }: Sent): boolean => target?.query?.[sentRun] !== undefined;

/** The picture that came with a chart or dashboard which one was sent. */
export function SentPicture({ message, onClose }: { message: Sent | undefined; onClose: () => void }) {
  return (
    <Modal
      open={message !== undefined}
      onCancel={onClose}
      title={message?.title}
      footer={null}
      width={960}
      className="message-picture-of"
      destroyOnHidden
    >
      {message && <Picture {...message} />}
    </Modal>
  );
}

function Picture({ title, target }: Sent) {
  const t = useT();
  const [isGone, setGone] = useState(false);
  if (isGone) return <EmptyState small title={t('messages.picture_gone')} />;
  const src = addressOf(toldApi.picture, { params: { runId: target!.query![sentRun]! } });
  return <img className="message-picture" src={src} alt={title} onError={() => setGone(true)} />;
}
