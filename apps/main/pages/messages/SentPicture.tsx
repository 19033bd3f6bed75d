import { PictureOutlined } from '@ant-design/icons';
import { sentRun, toldApi } from '@formwork/contract/analytics/told-api.ts';
import type { Message } from '@formwork/contract/messages/api.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { addressOf } from '@formwork/web/http/call.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Modal } from 'antd';
import { useState } from 'react';

/** The picture that came with a chart or dashboard which one has sent to oneself. */
export function SentPicture({ title, target }: Pick<Message, 'title' | 'target'>) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [isGone, setGone] = useState(false);
  const run = target?.query?.[sentRun];
  if (run === undefined) return null;
  return (
    // the row leads to the page: what happens in here does not
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- stops only what its button did
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Button
        type="text"
        size="small"
        icon={<PictureOutlined />}
        aria-label={t('messages.picture')}
        title={t('messages.picture')}
        onClick={() => setOpen(true)}
      />
      <Modal
        open={open}
        onCancel={() => setOpen(false)}
        afterClose={() => setGone(false)}
        title={title}
        footer={null}
        width={960}
        destroyOnHidden
      >
        {isGone ? (
          <EmptyState small title={t('messages.picture_gone')} />
        ) : (
          <img
            className="message-picture"
            src={addressOf(toldApi.picture, { params: { run } })}
            alt={title}
            onError={() => setGone(true)}
          />
        )}
      </Modal>
    </span>
  );
}
