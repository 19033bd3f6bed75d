import { CodeOutlined } from '@ant-design/icons';
import { savedFormats, type SavedFormat } from '@formwork/contract/analytics/api.ts';
import {
  embedApi,
  SiteOrigin,
  type EmbeddedKind,
  type Embedding,
  type FixedFilters,
  type Offers,
} from '@formwork/contract/analytics/embed-api.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { LinkFacts, LinkState, linkState } from '@formwork/web/visitor-links/LinkFacts.tsx';
import '@formwork/web/visitor-links/visitor-links.css';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Drawer, Form, Input, Popconfirm, Radio } from 'antd';
import { useState } from 'react';
import { EmbedSnippet } from './EmbedSnippet.tsx';
import { ToldList } from './told/ToldList.tsx';

interface Props {
  kind: EmbeddedKind;
  thing: string;
  name: string;
  fixed: FixedFilters;
  filters?: readonly string[];
  onClose: () => void;
}

interface Terms {
  origins: string;
  days: number;
  filters: boolean;
  files: SavedFormat[];
}

const days = [1, 7, 30, 90, 365] as const;

/** Where a chart, dashboard or screen is embedded: made, ended, signed anew. */
export default function EmbedDrawer({ kind, thing, name, fixed, filters, onClose }: Props) {
  const t = useT();
  const params = { embeddedKind: kind, embeddedId: thing };
  const [made, setMade] = useState<ResponseOf<typeof embedApi.embed>>();
  const list = useQuery(q(embedApi.embeddings, { params }));
  const embed = useCommand(embedApi.embed, { refresh: [embedApi.embeddings], quiet: true, onDone: setMade });
  const [form] = Form.useForm<Terms>();
  const offered = (terms: Partial<Terms>): Offers => ({
    filters: terms.filters ? [...(filters ?? [])] : [],
    files: terms.files ?? [],
  });
  const make = ({ origins, days: wanted, ...terms }: Terms) =>
    void embed.run({
      params,
      body: {
        origins: originsIn(origins),
        expiresAt: new Date(Date.now() + wanted * 86_400_000).toISOString(),
        fixed,
        offers: offered(terms),
      },
    });
  return (
    <Drawer open title={t('analytics.embed.of', { name })} size={460} onClose={onClose}>
      <p className="fw-visitor-hint">{t('analytics.embed.hint')}</p>
      <Form<Terms>
        form={form}
        layout="vertical"
        initialValues={{ origins: '', days: 90, filters: false, files: [] }}
        onFinish={make}
      >
        <Form.Item
          name="origins"
          label={t('analytics.embed.origins')}
          extra={t('analytics.embed.origins_hint')}
          rules={[
            { required: true, message: t('analytics.embed.origins_wrong') },
            {
              validator: (_, text: string) =>
                originsIn(text).every((one) => SiteOrigin.safeParse(one).success)
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('analytics.embed.origins_wrong'))),
            },
          ]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} spellCheck={false} />
        </Form.Item>
        <Form.Item name="days" label={t('records.link.lasts')}>
          <Radio.Group options={days.map((value) => ({ value, label: t('records.link.days', { count: value }) }))} />
        </Form.Item>
        {filters !== undefined && filters.length > 0 && (
          <Form.Item name="filters" valuePropName="checked" extra={t('analytics.embed.filters_hint')}>
            <Checkbox>{t('analytics.embed.filters')}</Checkbox>
          </Form.Item>
        )}
        {kind !== 'screen' && (
          <Form.Item name="files" label={t('analytics.embed.files')}>
            <Checkbox.Group
              options={savedFormats.map((value) => ({ value, label: t(`analytics.export_as.${value}`) }))}
            />
          </Form.Item>
        )}
        <Form.Item>
          <Alert
            type={fixed.length > 0 ? 'info' : 'warning'}
            title={t(fixed.length > 0 ? 'analytics.embed.fixed' : 'analytics.embed.free')}
          />
        </Form.Item>
        {embed.errorText !== undefined && (
          <Form.Item>
            <Alert type="error" showIcon title={embed.errorText} />
          </Form.Item>
        )}
        <Form.Item>
          <Button type="primary" htmlType="submit" icon={<CodeOutlined />} loading={embed.pending}>
            {t('analytics.embed.make')}
          </Button>
        </Form.Item>
      </Form>
      <section className="analytics-told">
        <h3>{t('analytics.embed.list')}</h3>
        <p className="fw-visitor-hint">{t('analytics.embed.list_hint')}</p>
        <ToldList
          list={list}
          none={t('analytics.embed.none')}
          line={(one) => (
            <Line
              embedding={one}
              terms={() => ({ fixed, offers: offered(form.getFieldsValue()) })}
              onSigned={setMade}
            />
          )}
        />
      </section>
      {made && <EmbedSnippet {...made} onClose={() => setMade(undefined)} />}
    </Drawer>
  );
}

interface LineProps {
  embedding: Embedding;
  /** As the form above has them now. */
  terms: () => { fixed: FixedFilters; offers: Offers };
  onSigned: (made: ResponseOf<typeof embedApi.sign>) => void;
}

function Line({ embedding, terms, onSigned }: LineProps) {
  const t = useT();
  const params = { embeddingId: embedding.id };
  const revoke = useCommand(embedApi.revoke, { refresh: [embedApi.embeddings] });
  const sign = useCommand(embedApi.sign, { quiet: true, onDone: onSigned });
  const link = { ...embedding, password: false, most: null };
  return (
    <div className="analytics-embedding">
      <div>
        <LinkState link={link} /> {embedding.origins.join(' ')}
      </div>
      <LinkFacts link={link} by={embedding.by} />
      {sign.errorText !== undefined && <Alert type="error" showIcon title={sign.errorText} />}
      {linkState(link) === 'open' && (
        <div className="fw-visitor-actions">
          <Button
            size="small"
            type="link"
            loading={sign.pending}
            onClick={() => void sign.run({ params, body: terms() })}
          >
            {t('analytics.embed.again')}
          </Button>
          <Popconfirm
            title={t('analytics.embed.revoke_title')}
            description={t('analytics.embed.revoke_hint')}
            okText={t('analytics.embed.revoke')}
            cancelText={t('ui.action.cancel')}
            onConfirm={() => revoke.run({ params })}
          >
            <Button size="small" type="link" danger loading={revoke.pending}>
              {t('analytics.embed.revoke')}
            </Button>
          </Popconfirm>
        </div>
      )}
    </div>
  );
}

function originsIn(text: string): string[] {
  return text
    .split(/[\s,，]+/)
    .map((one) => one.trim().replace(/\/$/, '').toLowerCase())
    .filter((one) => one !== '');
}
