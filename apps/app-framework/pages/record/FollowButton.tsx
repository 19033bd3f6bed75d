import { StarFilled, StarOutlined } from '@ant-design/icons';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { call } from '@formwork/web/http/call.ts';
import { failureText } from '@formwork/web/http/error-text.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';

/** Be told when the record changes, or no longer. */
export function FollowButton({ formId, recordId, name }: { formId: string; recordId: string; name: string }) {
  const t = useT();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const params = { formId, recordId };
  const following = useQuery(q(talkApi.followers, { params })).data?.following;
  const toggle = async () => {
    setBusy(true);
    try {
      await call(following ? talkApi.unfollow : talkApi.follow, { params });
      await refresh(talkApi.followers, talkApi.followed);
    } catch (error) {
      void message.error(failureText(following ? 'records.follow.stop_failed' : 'records.follow.failed', error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={following ? <StarFilled className="fw-following" /> : <StarOutlined />}
      aria-pressed={following === true}
      disabled={following === undefined}
      loading={busy}
      onClick={() => void toggle()}
    >
      {following ? t('records.follow.stop') : name}
    </Button>
  );
}
