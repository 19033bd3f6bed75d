import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { QuantityInput, type Quantity, type Unit } from '@formwork/contract/basedata/units.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Input, Switch } from 'antd';
import { useMemo, useState } from 'react';
import { Converter } from './Converter.tsx';
import { titleOf } from './titles.ts';

/** The units of a quantity; how much of the base unit each is. */
export function QuantityUnits({ quantity }: { quantity: Quantity }) {
  const t = useT();
  const locale = useLocale();
  const { message, modal } = App.useApp();
  const [draft, setDraft] = useState<QuantityInput>();
  const value = draft ?? quantity;
  const { title, units } = value;
  const changed =
    draft !== undefined &&
    JSON.stringify([draft.title, draft.units]) !== JSON.stringify([quantity.title, quantity.units]);
  useConfirmLeave(changed);
  const save = useCommand(basedataApi.setQuantity, {
    refresh: [basedataApi.listQuantities],
    onDone: () => {
      setDraft(undefined);
      void message.success(t('basedata.saved'));
    },
  });
  const remove = useCommand(basedataApi.deleteQuantity, { refresh: [basedataApi.listQuantities] });
  const problems = useMemo(
    () =>
      new Set(
        QuantityInput.safeParse({ title, units }).error?.issues.map(({ path }) => path.slice(0, 3).join('.')) ?? [],
      ),
    [title, units],
  );
  const set = (part: Partial<QuantityInput>) => setDraft({ title, units, ...part });
  const setUnit = (at: number, part: Partial<Unit>) =>
    set({ units: units.map((unit, n) => (n === at ? { ...unit, ...part } : unit)) });
  const base = units[0]!;
  const params = { quantityId: quantity.id };
  const name = textIn(quantity.title, locale);
  return (
    <section className="base-detail" aria-label={name}>
      <header className="base-head">
        <Input
          className="base-title"
          aria-label={t('basedata.unit.quantity_zh')}
          maxLength={200}
          value={title.zh}
          status={title.zh.trim() === '' ? 'error' : ''}
          onChange={(event) => set({ title: { ...title, zh: event.target.value } })}
        />
        <Input
          className="base-title"
          aria-label={t('basedata.unit.quantity_en')}
          placeholder="EN"
          maxLength={200}
          value={title.en ?? ''}
          onChange={(event) => set({ title: titleOf(title.zh, event.target.value) })}
        />
        <span className="base-gap" />
        <Button onClick={() => setDraft(undefined)} disabled={!changed}>
          {t('basedata.reset')}
        </Button>
        <Button
          type="primary"
          disabled={!changed || problems.size > 0}
          loading={save.pending}
          onClick={() => void save.run({ params, body: { title, units } })}
        >
          {t('basedata.save')}
        </Button>
        <Button
          danger
          icon={<DeleteOutlined />}
          aria-label={t('basedata.unit.delete')}
          title={t('basedata.unit.delete')}
          onClick={() =>
            void modal.confirm({
              title: t('basedata.delete_title', { name }),
              content: t('basedata.unit.delete_hint'),
              okText: t('ui.action.delete'),
              okButtonProps: { danger: true },
              onOk: () => remove.run({ params }),
            })
          }
        />
      </header>
      <div className="base-units">
        <p className="base-quiet">{t('basedata.unit.hint', { symbol: base.symbol })}</p>
        <table>
          <thead>
            <tr>
              {['symbol', 'zh', 'en', 'factor', 'offset', 'off'].map((column) => (
                <th key={column} scope="col">
                  {t(`basedata.unit.column_${column}`)}
                </th>
              ))}
              <th aria-label={t('ui.action.remove')} />
            </tr>
          </thead>
          <tbody>
            {units.map((unit, at) => {
              const wrong = (field: string) => (problems.has(`units.${at}.${field}`) ? ('error' as const) : '');
              return (
                <tr key={at}>
                  <td>
                    <Input
                      aria-label={t('basedata.unit.column_symbol')}
                      maxLength={20}
                      value={unit.symbol}
                      status={wrong('symbol')}
                      onChange={(event) => setUnit(at, { symbol: event.target.value })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={t('basedata.unit.column_zh')}
                      maxLength={200}
                      value={unit.title.zh}
                      status={unit.title.zh.trim() === '' ? 'error' : ''}
                      onChange={(event) => setUnit(at, { title: { ...unit.title, zh: event.target.value } })}
                    />
                  </td>
                  <td>
                    <Input
                      aria-label={t('basedata.unit.column_en')}
                      maxLength={200}
                      value={unit.title.en ?? ''}
                      onChange={(event) => setUnit(at, { title: titleOf(unit.title.zh, event.target.value) })}
                    />
                  </td>
                  {at === 0 ? (
                    <td colSpan={3} className="base-quiet">
                      {t('basedata.unit.base')}
                    </td>
                  ) : (
                    <>
                      <td>
                        <Input
                          aria-label={t('basedata.unit.column_factor')}
                          inputMode="decimal"
                          value={unit.factor}
                          status={wrong('factor')}
                          onChange={(event) => setUnit(at, { factor: event.target.value })}
                        />
                      </td>
                      <td>
                        <Input
                          aria-label={t('basedata.unit.column_offset')}
                          inputMode="decimal"
                          value={unit.offset}
                          status={wrong('offset')}
                          onChange={(event) => setUnit(at, { offset: event.target.value })}
                        />
                      </td>
                      <td>
                        <Switch
                          size="small"
                          aria-label={t('basedata.unit.column_off')}
                          checked={unit.disabled}
                          onChange={(disabled) => setUnit(at, { disabled })}
                        />
                      </td>
                    </>
                  )}
                  <td>
                    {at > 0 && (
                      <button
                        type="button"
                        className="fw-icon-button"
                        aria-label={t('basedata.unit.remove', { symbol: unit.symbol })}
                        onClick={() => set({ units: units.filter((_, n) => n !== at) })}
                      >
                        <DeleteOutlined />
                      </button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <Button
          icon={<PlusOutlined />}
          disabled={units.length >= 100}
          onClick={() =>
            set({ units: [...units, { symbol: '', title: { zh: '' }, factor: '1', offset: '0', disabled: false }] })
          }
        >
          {t('basedata.unit.add')}
        </Button>
        {problems.size === 0 && <Converter units={units} />}
      </div>
    </section>
  );
}
