import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { iotApi, type Product } from '@formwork/contract/iot/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { App } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { ProductDialog } from './ProductDialog.tsx';

export function ProductList({ reading, add }: { reading: UseQueryResult<Product[]>; add: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<Product>();
  const remove = useCommand(iotApi.deleteProduct, { refresh: [iotApi.listProducts] });
  const columns = useMemo(
    (): ListColumn<Product>[] => [
      { id: 'name', title: t('iot.product.name'), width: 200, value: ({ name }) => name },
      {
        id: 'points',
        title: t('iot.product.points'),
        width: 420,
        value: ({ points }) =>
          points
            .map((point) => `${textIn(point.title, locale)}${point.unit === '' ? '' : ` (${point.unit})`}`)
            .join(locale === 'zh-CN' ? '、' : ', '),
      },
      { id: 'devices', title: t('iot.tab.devices'), width: 90, align: 'end', value: ({ devices }) => devices },
      { id: 'note', title: t('iot.device.note'), width: 240, value: ({ note }) => note },
    ],
    [t, locale],
  );
  const { error } = reading;
  return (
    <div className="iot-list">
      <DataList<Product>
        label={t('iot.tab.products')}
        rows={reading.data ?? []}
        status={
          reading.isPending
            ? 'loading'
            : !error
              ? 'ready'
              : isApiError(error) && error.kind === 'network'
                ? 'offline'
                : 'error'
        }
        onRetry={() => void reading.refetch()}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={setEditing}
        rowActions={(product) =>
          !product.can.edit
            ? []
            : [
                {
                  id: 'edit',
                  title: t('iot.product.edit'),
                  icon: <EditOutlined />,
                  onSelect: () => setEditing(product),
                },
                {
                  id: 'delete',
                  title: t('ui.action.delete'),
                  icon: <DeleteOutlined />,
                  danger: true,
                  onSelect: () =>
                    void modal.confirm({
                      title: t('iot.product.delete_title', { name: product.name }),
                      okText: t('ui.action.delete'),
                      okButtonProps: { danger: true },
                      onOk: () => remove.run({ params: { productId: product.id } }),
                    }),
                },
              ]
        }
        empty={<EmptyState title={t('iot.product.none')} hint={t('iot.product.none_hint')} action={add} />}
      />
      {editing && <ProductDialog product={editing} onClose={() => setEditing(undefined)} />}
    </div>
  );
}
