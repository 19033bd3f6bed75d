import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { setMoments, type SetParameter } from '@formwork/contract/analytics/dataset.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Select } from 'antd';

interface Props {
  parameters: readonly SetParameter[];
  readOnly: boolean;
  onParameters: (parameters: SetParameter[], group?: string) => void;
}

const own = 'own';

/** What the statement names with a colon: `:since`. */
export function SetParameters({ parameters, readOnly, onParameters }: Props) {
  const t = useT();
  const change = (at: number, part: Partial<SetParameter>, group?: string) =>
    onParameters(parameters.with(at, { ...parameters[at]!, ...part }), group);
  const add = () =>
    onParameters([
      ...parameters,
      {
        id: `p${Math.random().toString(36).slice(2, 10)}`,
        name: `p${parameters.length + 1}`,
        kind: 'text',
        value: '',
        moment: null,
      },
    ]);
  return (
    <div className="set-parameters" role="group" aria-label={t('analytics.set.parameters')}>
      {parameters.map((parameter, at) => (
        <div key={parameter.id} className="set-parameter">
          <Input
            size="small"
            prefix=":"
            disabled={readOnly}
            aria-label={t('analytics.set.parameter')}
            maxLength={31}
            value={parameter.name}
            onChange={({ target }) => {
              const name = target.value.replaceAll(/\W/g, '').replace(/^\d+/, '');
              if (name !== '') change(at, { name }, `name ${parameter.id}`);
            }}
          />
          <Select
            size="small"
            disabled={readOnly}
            aria-label={t('analytics.set.kind')}
            value={parameter.kind}
            options={(['text', 'number', 'date'] as const).map((value) => ({
              value,
              label: t(`analytics.set.kind.${value}`),
            }))}
            onChange={(kind: SetParameter['kind']) => change(at, { kind, moment: null })}
          />
          {parameter.kind === 'date' && (
            <Select
              size="small"
              disabled={readOnly}
              aria-label={t('analytics.set.moment')}
              value={parameter.moment ?? own}
              options={[
                { value: own, label: t('analytics.set.moment.own') },
                ...setMoments.map((value) => ({ value, label: t(`analytics.set.moment.${value}`) })),
              ]}
              onChange={(moment: string) =>
                change(at, { moment: moment === own ? null : (moment as SetParameter['moment']) })
              }
            />
          )}
          {parameter.moment === null && (
            <Input
              size="small"
              disabled={readOnly}
              aria-label={t('analytics.set.value')}
              placeholder={parameter.kind === 'date' ? '2026-01-31' : t('analytics.set.value')}
              maxLength={500}
              value={parameter.value}
              onChange={({ target }) => change(at, { value: target.value }, `value ${parameter.id}`)}
            />
          )}
          {!readOnly && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('ui.action.remove')}
              onClick={() => onParameters(parameters.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {!readOnly && parameters.length < 20 && (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={add}>
          {t('analytics.set.add_parameter')}
        </Button>
      )}
    </div>
  );
}
