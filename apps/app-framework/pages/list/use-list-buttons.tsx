import {
  BellOutlined,
  DeleteOutlined,
  EditOutlined,
  ExportOutlined,
  FormOutlined,
  ShareAltOutlined,
  SwapOutlined,
} from '@ant-design/icons';
import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useButtons, type ArrangedButton } from '@formwork/records-ui/record-buttons/use-buttons.tsx';
import { paths } from '../../paths.ts';
import { chosenOf, type Chosen } from './chosen.ts';

/** What is done with records in a dialog of its own. */
export type Given =
  | { as: 'share' | 'transfer' | 'export' | 'urge'; records: string[] }
  | { as: 'edit'; chosen: Chosen };

export interface ListButtons {
  /** Over the chosen rows. */
  bulk: ArrangedButton[];
  /** Of one row; undefined where nobody has anything to press. */
  row: ((row: RecordRow) => ArrangedButton[]) | undefined;
  /** Whether choosing rows is good for anything. */
  selectable: boolean;
}

interface Doing {
  onGive: (given: Given) => void;
  onRemove: (chosen: Chosen) => void;
}

/** The buttons of a list over its chosen rows, or over `everything` it finds, and in each row, as an administrator arranged them. */
export function useListButtons(
  plan: PersonalPlan,
  chosen: readonly RecordRow[],
  everything: Chosen | undefined,
  hasProcess: boolean,
  { onGive, onRemove }: Doing,
): ListButtons {
  const t = useT();
  const buttons = useButtons(plan);
  const { formId, appId, can } = plan;
  const ids = chosen.map(({ id }) => id);
  const give = (as: Exclude<Given['as'], 'edit'>, records: string[]) => () => onGive({ as, records });
  const many = (allowed: boolean) => allowed && can.batch;
  const all = everything ?? chosenOf(ids);
  // a dialog for named records has nothing to do with those that nobody has loaded
  const named = everything === undefined;
  const hasStarts = (plan.starts ?? []).length > 0;
  const hasOwn = hasStarts || plan.buttons?.some(({ place, own }) => place === 'selection' && own) === true;
  // what is in a row by itself, or was put there
  const inRows =
    can.edit ||
    can.delete ||
    hasStarts ||
    plan.buttons?.some(({ place, id }) => place === 'row' && id !== 'edit' && id !== 'delete') === true;
  return {
    bulk: buttons.arranged(
      'selection',
      {
        edit: many(can.edit)
          ? { title: t('views.bulk.edit'), icon: <FormOutlined />, onSelect: () => onGive({ as: 'edit', chosen: all }) }
          : undefined,
        share:
          named && many(can.share)
            ? { title: t('records.share.action'), icon: <ShareAltOutlined />, onSelect: give('share', ids) }
            : undefined,
        transfer:
          named && many(can.transfer)
            ? { title: t('records.transfer.action'), icon: <SwapOutlined />, onSelect: give('transfer', ids) }
            : undefined,
        urge:
          named && hasProcess
            ? { title: t('views.bulk.urge'), icon: <BellOutlined />, onSelect: give('urge', ids) }
            : undefined,
        export:
          named && can.export
            ? { title: t('exchange.export.action'), icon: <ExportOutlined />, onSelect: give('export', ids) }
            : undefined,
        print: named && can.print ? { title: t('printing.print') } : undefined,
        delete: many(can.delete)
          ? { title: t('ui.action.delete'), icon: <DeleteOutlined />, danger: true, onSelect: () => onRemove(all) }
          : undefined,
      },
      chosen,
    ),
    row: inRows
      ? (row) =>
          buttons.arranged(
            'row',
            {
              edit: can.edit
                ? {
                    title: t('records.list.edit'),
                    icon: <EditOutlined />,
                    href: paths.editRecord(appId, formId, row.id),
                  }
                : undefined,
              share: can.share
                ? { title: t('records.share.action'), icon: <ShareAltOutlined />, onSelect: give('share', [row.id]) }
                : undefined,
              transfer: can.transfer
                ? { title: t('records.transfer.action'), icon: <SwapOutlined />, onSelect: give('transfer', [row.id]) }
                : undefined,
              delete: can.delete
                ? {
                    title: t('ui.action.delete'),
                    icon: <DeleteOutlined />,
                    danger: true,
                    onSelect: () => onRemove(chosenOf([row.id])),
                  }
                : undefined,
            },
            [row],
          )
      : undefined,
    selectable: hasOwn || many(can.edit || can.delete || can.share || can.transfer) || can.print || can.export,
  };
}
