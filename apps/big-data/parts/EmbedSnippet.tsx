import { CopyOutlined } from '@ant-design/icons';
import type { embedApi } from '@formwork/contract/analytics/embed-api.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, App, Button, Input, Modal } from 'antd';

/** What goes into a page of the site. It is shown this once. */
export function EmbedSnippet({
  embedding,
  token,
  whole,
  onClose,
}: ResponseOf<typeof embedApi.embed> & { onClose: () => void }) {
  const t = useT();
  const comma = useLocale() === 'zh-CN' ? '、' : ', ';
  const { message } = App.useApp();
  const address = `${location.origin}${pathTo('embed', { id: embedding.address })}#${token}`;
  const snippet = `<iframe src="${address}" style="width: 100%; height: 600px; border: 0" allow="fullscreen; screen-wake-lock" loading="lazy" referrerpolicy="no-referrer"></iframe>`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(snippet);
      void message.success(t('records.link.copied'));
    } catch {
      // a page without https has no clipboard: the snippet is selected and can be copied by hand
      document.querySelector<HTMLTextAreaElement>('#embed-snippet')?.select();
    }
  };
  return (
    <Modal
      open
      title={t('analytics.embed.snippet')}
      onCancel={onClose}
      footer={[
        <Button key="copy" icon={<CopyOutlined />} onClick={() => void copy()}>
          {t('records.link.copy')}
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('ui.action.close')}
        </Button>,
      ]}
    >
      <p>{t('analytics.embed.snippet_hint')}</p>
      <Input.TextArea
        id="embed-snippet"
        readOnly
        rows={6}
        value={snippet}
        aria-label={t('analytics.embed.snippet')}
        onFocus={({ target }) => target.select()}
      />
      {whole.length > 0 && (
        <Alert type="warning" showIcon title={t('analytics.embed.whole', { charts: whole.join(comma) })} />
      )}
    </Modal>
  );
}
