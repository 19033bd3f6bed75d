import { CloseOutlined } from '@ant-design/icons';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { Checkbox, Radio } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { groupName } from '../relations/group-name.ts';
import { offered, OptionTag } from './option-tag.tsx';
import { typedIds } from '../typed-text.ts';

interface ChoicesProps {
  options: readonly Option[];
  direction?: 'row' | 'column';
  value: unknown;
  onChange: (value: unknown) => void;
  input: FieldInput;
}

/** One of the options, all of them in sight; what was chosen can be taken back. */
export function RadioChoices({
  options,
  direction = 'row',
  value,
  onChange,
  input: { id, ...described },
}: ChoicesProps) {
  const t = useT();
  const [chosen] = typedIds(value);
  return (
    <span className="fw-choices-line">
      <Radio.Group
        {...described}
        {...groupName({ id, ...described })}
        className="fw-choices"
        data-direction={direction}
        value={chosen ?? null}
        onChange={(event) => onChange(event.target.value)}
      >
        {offered(options, chosen === undefined ? [] : [chosen]).map((option) => (
          <Radio key={option.id} value={option.id}>
            <OptionTag id={option.id} options={options} />
          </Radio>
        ))}
      </Radio.Group>
      {chosen !== undefined && (
        <button
          type="button"
          className="fw-icon-button"
          aria-label={t('records.choices.clear')}
          title={t('records.choices.clear')}
          onClick={() => onChange(null)}
        >
          <CloseOutlined />
        </button>
      )}
    </span>
  );
}

/** Several of the options, all of them in sight; once there are as many as may be, the others are shut. */
export function CheckboxChoices({
  options,
  direction = 'row',
  max,
  value,
  onChange,
  input: { id, ...described },
}: ChoicesProps & { max?: number | undefined }) {
  const chosen = typedIds(value);
  const full = max !== undefined && chosen.length >= max;
  const choices = offered(options, chosen);
  // in the order of the options, not in that of the clicks
  const change = (ids: readonly unknown[]) =>
    onChange(choices.flatMap((option) => (ids.includes(option.id) ? option.id : [])));
  return (
    <Checkbox.Group
      {...described}
      {...groupName({ id, ...described })}
      className="fw-choices"
      data-direction={direction}
      value={chosen}
      onChange={change}
    >
      {choices.map((option) => (
        <Checkbox key={option.id} value={option.id} disabled={full && !chosen.includes(option.id)}>
          <OptionTag id={option.id} options={options} />
        </Checkbox>
      ))}
    </Checkbox.Group>
  );
}
