import { HolderOutlined, UndoOutlined, ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { groupsOf, orderedElements } from '@formwork/contract/console/element-groups.ts';
import {
  elementsApi,
  type ElementPage,
  type ElementSettings,
  type StoredElements,
} from '@formwork/contract/console/elements.ts';
import { elementPages, type ElementGroup } from '@formwork/contract/console/page-elements.ts';
import { pathTo, routeById } from '@formwork/contract/routes.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { DragArea, DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { ErrorState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useParams, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import './elements.css';

/** The elements of one page: which are shown, what they are called, in which order they stand; for everybody of the space. */
export default function ElementSettingPage() {
  const t = useT();
  const { page: asked } = useParams();
  const page = elementPages.find((one) => one === asked);
  const stored = useQuery({
    ...q(elementsApi.getElements, { params: { page: page ?? 'home' } }),
    enabled: page !== undefined,
    staleTime: 0,
  });
  if (page === undefined) return <NoPermission title={t('elements.gone')} hint={t('elements.gone_hint')} />;
  if (stored.isPending) return <SkeletonPage />;
  if (stored.isError)
    return (
      <ErrorState
        onRetry={() => void stored.refetch()}
        requestId={isApiError(stored.error) ? stored.error.requestId : undefined}
      />
    );
  return <Settings key={`${page} ${stored.data.version}`} page={page} stored={stored.data} />;
}

function Settings({ page, stored }: { page: ElementPage; stored: StoredElements }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { message, modal } = App.useApp();
  const [settings, setSettings] = useState<ElementSettings>(stored.settings);
  const changed = JSON.stringify(settings) !== JSON.stringify(stored.settings);
  useConfirmLeave(changed);
  const params = { page };
  const refresh = [elementsApi.getElements];
  const put = useCommand(elementsApi.putElements, { refresh, onDone: () => void message.success(t('elements.saved')) });
  const reset = useCommand(elementsApi.resetElements, {
    refresh,
    onDone: () => void message.success(t('elements.reset_done')),
  });
  const save = () => void put.run({ params, body: { expectedVersion: stored.version, settings } });
  useKeys({ 'mod+s': save }, changed);
  const askToReset = () =>
    modal.confirm({
      title: t('elements.reset_title'),
      content: t('elements.reset_hint'),
      okText: t('elements.reset'),
      okButtonProps: { danger: true },
      onOk: () => reset.run({ params }),
    });
  return (
    <Page
      title={t('elements.title')}
      back={paths.apps()}
      actions={
        <>
          <Select
            className="elements-page"
            value={page}
            aria-label={t('elements.page')}
            onChange={(next: ElementPage) => void router.go(pathTo('elementSetting', { page: next }))}
            showSearch={{ optionFilterProp: 'label' }}
            options={(['people', 'console'] as const).map((group) => ({
              label: t(`elements.of_${group}`),
              options: elementPages
                .filter((value) => (routeById[value].layout === 'index') === (group === 'console'))
                .map((value) => ({
                  value,
                  label: value === 'home' ? t('elements.frame') : textIn(routeById[value].title, locale),
                })),
            }))}
          />
          <Button icon={<UndoOutlined />} disabled={stored.version === 0} onClick={() => void askToReset()}>
            {t('elements.reset')}
          </Button>
          <Button type="primary" disabled={!changed} loading={put.pending} onClick={save}>
            {t('elements.save')}
          </Button>
        </>
      }
    >
      <p className="elements-quiet">{t('elements.hint')}</p>
      <div className="elements">
        {groupsOf(page).map(([name, group]) => (
          <GroupList key={name} page={page} name={name} group={group} settings={settings} onChange={setSettings} />
        ))}
      </div>
    </Page>
  );
}

function GroupList({
  page,
  name,
  group,
  settings,
  onChange,
}: {
  page: ElementPage;
  name: string;
  group: ElementGroup;
  settings: ElementSettings;
  onChange: (settings: ElementSettings) => void;
}) {
  const t = useT();
  const ids = orderedElements(page, name, settings);
  const usual = (id: string) => t(`elements.${page}.${name}.${id}`);
  const move = (id: string, index: number) =>
    onChange({
      ...settings,
      order: { ...settings.order, [name]: ids.filter((one) => one !== id).toSpliced(index, 0, id) },
    });
  const change = (id: string, part: { hidden?: boolean | undefined; title?: Text | undefined }) => {
    const { [`${name}.${id}`]: before, ...others } = settings.elements;
    const next = Object.fromEntries(
      Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined && value !== false),
    );
    onChange({ ...settings, elements: Object.keys(next).length > 0 ? { ...others, [`${name}.${id}`]: next } : others });
  };
  const line = (id: string) => {
    const element = group.elements[id]!;
    const { hidden = false, title } = settings.elements[`${name}.${id}`] ?? {};
    const setTitle = (zh: string, en: string) =>
      change(id, { title: zh.trim() === '' ? undefined : { zh, ...(en !== '' && { en }) } });
    const at = ids.indexOf(id);
    return (
      <div className="elements-line" data-hidden={hidden || undefined}>
        {!group.fixed && (
          <DragHandle title={usual(id)}>
            <HolderOutlined />
          </DragHandle>
        )}
        <span className="elements-name">{usual(id)}</span>
        {!element.wordless && (
          <>
            <Input
              className="elements-text"
              size="small"
              maxLength={200}
              prefix={<small>中</small>}
              placeholder={t('elements.usual')}
              aria-label={t('elements.text_zh', { name: usual(id) })}
              value={title?.zh ?? ''}
              onChange={(event) => setTitle(event.target.value, title?.en ?? '')}
            />
            <Input
              className="elements-text"
              size="small"
              maxLength={200}
              prefix={<small>EN</small>}
              disabled={!title}
              aria-label={t('elements.text_en', { name: usual(id) })}
              value={title?.en ?? ''}
              onChange={(event) => setTitle(title?.zh ?? '', event.target.value)}
            />
          </>
        )}
        {!group.fixed && (
          <>
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('elements.up', { name: usual(id) })}
              title={t('elements.up', { name: usual(id) })}
              disabled={at === 0}
              onClick={() => move(id, at - 1)}
            >
              <ArrowUpOutlined />
            </button>
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('elements.down', { name: usual(id) })}
              title={t('elements.down', { name: usual(id) })}
              disabled={at === ids.length - 1}
              onClick={() => move(id, at + 1)}
            >
              <ArrowDownOutlined />
            </button>
          </>
        )}
        <Switch
          size="small"
          aria-label={t('elements.show', { name: usual(id) })}
          title={element.always ? t('elements.always') : undefined}
          checked={!hidden}
          disabled={element.always === true}
          onChange={(shown) => change(id, { hidden: !shown })}
        />
      </div>
    );
  };
  return (
    <section aria-label={t(`elements.${page}.${name}`)}>
      <h2>{t(`elements.${page}.${name}`)}</h2>
      {group.fixed ? (
        <div className="elements-list">
          {ids.map((id) => (
            <div key={id}>{line(id)}</div>
          ))}
        </div>
      ) : (
        <DragArea
          onDrop={({ id, from, to, index }) => {
            if (from === to) move(id, index);
          }}
        >
          <SortableList
            list={name}
            className="elements-list"
            items={ids}
            itemId={(id) => id}
            itemTitle={usual}
            render={line}
          />
        </DragArea>
      )}
    </section>
  );
}
