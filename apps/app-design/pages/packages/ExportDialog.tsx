import { DownloadOutlined } from '@ant-design/icons';
import type { App } from '@formwork/contract/forms/api.ts';
import { PackageKey, PackageVersion, packageEnding, packagesApi } from '@formwork/contract/packages/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { pathOf } from '@formwork/web/http/call.ts';
import { serviceHeaders } from '@formwork/web/http/services.ts';
import { q } from '@formwork/web/http/query.ts';
import { hasText, useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App as AntApp, Checkbox, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { usePartWords } from './part-words.ts';
import './packages.css';

/** What goes along, under which key and version; then it is a file. */
export default function ExportDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const words = usePartWords();
  const { message } = AntApp.useApp();
  const [form] = Form.useForm<{ key: string; version: string }>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [samples, setSamples] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const offered = useQuery({ ...q(packagesApi.offered, { params: { appId: app.id } }), staleTime: 0 });
  const { parts = [], needs = [] } = offered.data ?? {};
  const others = parts.filter(({ own }) => !own);
  const forms = parts.filter(({ kind, own, released }) => kind === 'form' && own && released);

  const write = async ({ key, version }: { key: string; version: string }) => {
    setBusy(true);
    try {
      const leaveOut = others.filter((part) => left.has(idOf(part))).map(({ kind, id }) => ({ kind, id }));
      const answer = await fetch(pathOf(packagesApi.write, { params: { appId: app.id } }), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await serviceHeaders(packagesApi.write)) },
        body: JSON.stringify({ key: key.trim(), version, leaveOut, samples }),
      });
      if (!answer.ok) {
        const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
        void message.error(t(code !== undefined && hasText(code) ? code : 'platform.internal'));
        return;
      }
      const url = URL.createObjectURL(await answer.blob());
      const link = document.createElement('a');
      link.href = url;
      link.download = `${key.trim()}-${version}${packageEnding}`;
      link.click();
      URL.revokeObjectURL(url);
      onClose();
    } catch {
      void message.error(t('platform.internal'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('packages.export.title', { title: textIn(app.title, locale) })}
      okText={t('packages.export.download')}
      okButtonProps={{ icon: <DownloadOutlined />, disabled: !offered.data }}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={busy}
    >
      <p className="packages-quiet">{t('packages.export.hint')}</p>
      {offered.isError ? (
        <ErrorState small onRetry={() => void offered.refetch()} />
      ) : !offered.data ? (
        <SkeletonRows rows={5} columns={1} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          onFinish={(values) => void write(values)}
          initialValues={{ key: offered.data.key, version: offered.data.version }}
        >
          <Form.Item
            name="key"
            label={t('packages.export.key')}
            extra={t('packages.export.key_hint')}
            rules={[fits(PackageKey, t('packages.export.key_wrong'))]}
          >
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item
            name="version"
            label={t('packages.export.version')}
            rules={[fits(PackageVersion, t('packages.export.version_wrong'))]}
          >
            <Input maxLength={20} />
          </Form.Item>
          <h4>{t('packages.export.own')}</h4>
          <ul className="packages-parts">
            {parts
              .filter(({ own }) => own)
              .map((part) => (
                <li key={idOf(part)}>
                  <span>{words.kind(part.kind)}</span> {textIn(part.name, locale)}
                  {!part.released && <small>{t('packages.draft')}</small>}
                </li>
              ))}
          </ul>
          {others.length > 0 && (
            <>
              <h4>{t('packages.export.others')}</h4>
              <p className="packages-quiet">{t('packages.export.others_hint')}</p>
              <ul className="packages-parts">
                {others.map((part) => (
                  <li key={idOf(part)}>
                    <Checkbox
                      checked={!left.has(idOf(part))}
                      onChange={({ target }) => {
                        const next = new Set(left);
                        if (target.checked) next.delete(idOf(part));
                        else next.add(idOf(part));
                        setLeft(next);
                      }}
                    >
                      <span>{words.kind(part.kind)}</span> {textIn(part.name, locale)}
                    </Checkbox>
                    {!part.released && <small>{t('packages.draft')}</small>}
                  </li>
                ))}
              </ul>
            </>
          )}
          {forms.length > 0 && (
            <>
              <h4>{t('packages.export.samples')}</h4>
              <p className="packages-quiet">{t('packages.export.samples_hint')}</p>
              <Checkbox.Group
                value={samples}
                onChange={setSamples}
                options={forms.map(({ id, name }) => ({ value: id, label: textIn(name, locale) }))}
              />
            </>
          )}
          {needs.length > 0 && (
            <Alert
              type="info"
              title={t('packages.export.needs')}
              description={
                <ul className="packages-parts">
                  {needs.map(({ kind, id, name }) => (
                    <li key={`${kind}/${id}`}>
                      <span>{words.need(kind)}</span> {name}
                    </li>
                  ))}
                </ul>
              }
            />
          )}
        </Form>
      )}
    </Modal>
  );
}

const idOf = ({ kind, id }: { kind: string; id: string }): string => `${kind}/${id}`;

function fits(schema: { safeParse(value: unknown): { success: boolean } }, text: string) {
  return {
    validator: (_rule: unknown, value: unknown) =>
      schema.safeParse(value).success ? Promise.resolve() : Promise.reject(new Error(text)),
  };
}
