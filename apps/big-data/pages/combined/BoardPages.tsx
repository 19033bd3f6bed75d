import { CloseOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { Dashboard } from '@formwork/contract/analytics/definition.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Modal } from 'antd';
import { useState } from 'react';
import { TextPair } from '../../parts/TextPair.tsx';

interface Props {
  board: Dashboard;
  shown: string | undefined;
  readOnly: boolean;
  onPage: (id: string) => void;
  onBoard: (change: (board: Dashboard) => Dashboard) => void;
}

/** The pages of a dashboard as tabs. With none of its own there is one, without a name. */
export function BoardPages({ board, shown, readOnly, onPage, onBoard }: Props) {
  const t = useT();
  const locale = useLocale();
  const [naming, setNaming] = useState<{ id: string; title: Text }>();
  const { pages } = board;
  if (readOnly && pages.length < 2) return null;
  const add = () => {
    const title = (number: number) => ({ zh: t('analytics.page_name', { number }) });
    const made = (number: number) => ({ id: `t${Math.random().toString(36).slice(2, 10)}`, title: title(number) });
    const next = pages.length === 0 ? [made(1), made(2)] : [...pages, made(pages.length + 1)];
    onBoard((now) => ({ ...now, pages: next }));
    onPage(next.at(-1)!.id);
  };
  const remove = (id: string) =>
    onBoard((now) => ({
      ...now,
      pages: now.pages.filter((page) => page.id !== id),
      panels: now.panels.filter((panel) => (panel.page ?? now.pages[0]?.id) !== id),
    }));
  return (
    <div className="board-pages" role="group" aria-label={t('analytics.pages')}>
      {pages.map((page) => (
        <span key={page.id} className="board-page" data-shown={page.id === shown || undefined}>
          <button type="button" aria-pressed={page.id === shown} onClick={() => onPage(page.id)}>
            {textIn(page.title, locale)}
          </button>
          {!readOnly && page.id === shown && (
            <>
              <button
                type="button"
                className="fw-icon-button"
                aria-label={t('analytics.page_rename')}
                title={t('analytics.page_rename')}
                onClick={() => setNaming(page)}
              >
                <EditOutlined />
              </button>
              {pages.length > 1 && (
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('analytics.page_remove')}
                  title={t('analytics.page_remove')}
                  onClick={() => remove(page.id)}
                >
                  <CloseOutlined />
                </button>
              )}
            </>
          )}
        </span>
      ))}
      {!readOnly && pages.length < 20 && (
        <button type="button" className="analytics-tool" onClick={add}>
          <PlusOutlined /> {t('analytics.page_add')}
        </button>
      )}
      {naming && (
        <Modal
          open
          title={t('analytics.page_rename')}
          onCancel={() => setNaming(undefined)}
          okButtonProps={{ disabled: naming.title.zh.trim() === '' }}
          onOk={() => {
            onBoard((now) => ({ ...now, pages: now.pages.map((page) => (page.id === naming.id ? naming : page)) }));
            setNaming(undefined);
          }}
        >
          <TextPair
            label={t('analytics.own_title')}
            value={naming.title}
            onChange={(title) => setNaming({ ...naming, title })}
          />
        </Modal>
      )}
    </div>
  );
}
