import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  ExportOutlined,
  ImportOutlined,
  PlusOutlined,
  StopOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { Dictionary, DictionaryItem } from '@formwork/contract/basedata/dictionaries.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { VirtualTree } from '@formwork/ui/list/virtual-tree.tsx';
import { OptionTag } from '@formwork/records-ui/fields/choices/option-tag.tsx';
import { documentAddress } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { DictionaryDialog } from './DictionaryDialog.tsx';
import { ItemDialog } from './ItemDialog.tsx';
import { itemLines, placeOf, stepped, type Place } from './item-lines.ts';
import { SheetDialog } from './SheetDialog.tsx';

type Dialog = { kind: 'edit' | 'import' } | { kind: 'item'; item?: DictionaryItem; parent: DictionaryItem | undefined };

/** The entries of a dictionary: dragged, or moved by their menus. */
export function DictionaryItems({ dictionary }: { dictionary: Dictionary }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string>();
  const [dialog, setDialog] = useState<Dialog>();
  const params = { dictionaryId: dictionary.id };
  const reading = useQuery(q(basedataApi.listItems, { params }));
  const refresh = [basedataApi.listItems, basedataApi.listDictionaries];
  const update = useCommand(basedataApi.updateItem, { refresh });
  const move = useCommand(basedataApi.moveItem, { refresh });
  const removeItem = useCommand(basedataApi.deleteItem, { refresh });
  const change = useCommand(basedataApi.updateDictionary, { refresh });
  const remove = useCommand(basedataApi.deleteDictionary, { refresh });
  const items = useMemo(() => reading.data ?? [], [reading.data]);
  const lines = useMemo(() => itemLines(items, closed), [items, closed]);
  const put = (id: string, to: Place | undefined) =>
    to && void move.run({ params: { ...params, itemId: id }, body: to });
  const title = textIn(dictionary.title, locale);
  const asked = (question: string, content: string, onOk: () => Promise<unknown>) =>
    void modal.confirm({
      title: question,
      content,
      okText: t('ui.action.delete'),
      okButtonProps: { danger: true },
      onOk,
    });

  const menuOf = (item: DictionaryItem): MenuEntry[] => [
    {
      id: 'edit',
      title: t('basedata.edit'),
      icon: <EditOutlined />,
      onSelect: () => setDialog({ kind: 'item', item, parent: undefined }),
    },
    ...(dictionary.tree
      ? [
          {
            id: 'below',
            title: t('basedata.item.add_below'),
            icon: <PlusOutlined />,
            onSelect: () => setDialog({ kind: 'item', parent: item }),
          },
        ]
      : []),
    {
      id: 'up',
      title: t('basedata.up'),
      icon: <ArrowUpOutlined />,
      disabled: !stepped(items, item, -1),
      onSelect: () => put(item.id, stepped(items, item, -1)),
    },
    {
      id: 'down',
      title: t('basedata.down'),
      icon: <ArrowDownOutlined />,
      disabled: !stepped(items, item, 1),
      onSelect: () => put(item.id, stepped(items, item, 1)),
    },
    {
      id: 'off',
      title: t(item.disabled ? 'basedata.enable' : 'basedata.disable'),
      icon: item.disabled ? <UndoOutlined /> : <StopOutlined />,
      onSelect: () => void update.run({ params: { ...params, itemId: item.id }, body: { disabled: !item.disabled } }),
    },
    {
      id: 'delete',
      title: t('ui.action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        asked(t('basedata.delete_title', { name: textIn(item.label, locale) }), t('basedata.item.delete_hint'), () =>
          removeItem.run({ params: { ...params, itemId: item.id } }),
        ),
    },
  ];
  const menu: MenuEntry[] = [
    {
      id: 'edit',
      title: t('basedata.dictionary.edit'),
      icon: <EditOutlined />,
      onSelect: () => setDialog({ kind: 'edit' }),
    },
    {
      id: 'import',
      title: t('basedata.import'),
      icon: <ImportOutlined />,
      onSelect: () => setDialog({ kind: 'import' }),
    },
    {
      id: 'export',
      title: t('basedata.export'),
      icon: <ExportOutlined />,
      onSelect: () => location.assign(documentAddress(basedataApi.exportItems, { params })),
    },
    {
      id: 'off',
      title: t(dictionary.disabled ? 'basedata.enable' : 'basedata.disable'),
      icon: dictionary.disabled ? <UndoOutlined /> : <StopOutlined />,
      onSelect: () => void change.run({ params, body: { disabled: !dictionary.disabled } }),
    },
    {
      id: 'delete',
      title: t('ui.action.delete'),
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () =>
        asked(t('basedata.delete_title', { name: title }), t('basedata.dictionary.delete_hint'), () =>
          remove.run({ params }),
        ),
    },
  ];
  const add = (
    <Button icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'item', parent: undefined })}>
      {t('basedata.item.add')}
    </Button>
  );
  return (
    <section className="base-detail" aria-label={title}>
      <header className="base-head">
        <h2>{title}</h2>
        <code>{dictionary.code}</code>
        {dictionary.disabled && <StateTag>{t('basedata.off')}</StateTag>}
        <span className="base-gap" />
        {add}
        <MenuButton align="end" label={t('basedata.more', { name: title })} items={menu} />
      </header>
      {reading.isPending ? (
        <SkeletonRows />
      ) : reading.isError ? (
        <ErrorState hint={errorText(reading.error, t)} onRetry={() => void reading.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState
          title={t('basedata.item.none')}
          hint={t('basedata.item.none_hint')}
          action={
            <Button icon={<ImportOutlined />} onClick={() => setDialog({ kind: 'import' })}>
              {t('basedata.import')}
            </Button>
          }
        />
      ) : (
        <div className="base-tree">
          <VirtualTree<DictionaryItem>
            label={title}
            lines={lines}
            rowHeight={36}
            chosen={chosen}
            onChoose={setChosen}
            onToggle={(id) =>
              setClosed((before) => {
                const next = new Set(before);
                if (!next.delete(id)) next.add(id);
                return next;
              })
            }
            onDrop={(drop) => put(drop.dragged, placeOf(items, drop, dictionary.tree))}
            render={(item) => (
              <>
                <span className="base-label">
                  <OptionTag
                    id={item.code}
                    options={[{ id: item.code, label: item.label, ...(item.color && { color: item.color }) }]}
                  />
                </span>
                {item.disabled && <StateTag>{t('basedata.off')}</StateTag>}
                <code>{item.code}</code>
                <span className="base-gap" />
                <MenuButton
                  align="end"
                  label={t('basedata.more', { name: textIn(item.label, locale) })}
                  items={() => menuOf(item)}
                />
              </>
            )}
          />
        </div>
      )}
      {dialog?.kind === 'edit' && <DictionaryDialog dictionary={dictionary} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'import' && (
        <SheetDialog
          endpoint={basedataApi.importItems}
          params={params}
          refresh={refresh}
          columns={t('basedata.item.columns')}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'item' && (
        <ItemDialog
          dictionary={dictionary}
          {...(dialog.item ? { item: dialog.item } : {})}
          parent={dialog.parent}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}
