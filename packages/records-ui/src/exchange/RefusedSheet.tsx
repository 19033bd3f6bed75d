import type { Encoding, EncodingChoice, GivenEncoding } from '@formwork/contract/records/encodings.ts';
import { Alert, Button, Checkbox, Radio } from 'antd';
import { useState } from 'react';
import { isApiError, type ApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import './exchange.css';

interface Props {
  error: unknown;
  busy?: boolean;
  /** Reads the file once more, in this encoding. */
  onChoose: (given: GivenEncoding) => void;
}

/** Why a file was refused. Where a sign does not fit its encoding, the others are offered with what they make of it. */
export function RefusedSheet({ error, busy = false, onChoose }: Props) {
  const t = useT();
  const choices = isApiError(error) ? choicesOf(error) : [];
  return (
    <div className="exchange-refused">
      <Alert type="error" showIcon title={errorText(error, t)} />
      {choices.length > 0 && (
        // another refusal is another choice
        <Choices key={errorText(error, t)} choices={choices} busy={busy} onChoose={onChoose} />
      )}
    </div>
  );
}

function Choices({
  choices,
  busy,
  onChoose,
}: {
  choices: readonly EncodingChoice[];
  busy: boolean;
  onChoose: (given: GivenEncoding) => void;
}) {
  const t = useT();
  const [chosen, setChosen] = useState<Encoding>(choices[0]!.encoding);
  const [replaced, setReplaced] = useState(false);
  const fits = choices.some(({ encoding, fits: all }) => encoding === chosen && all);
  return (
    <>
      <p id="exchange-encodings">{t('sheets.encoding.choose')}</p>
      <Radio.Group
        aria-labelledby="exchange-encodings"
        className="exchange-encodings"
        value={chosen}
        disabled={busy}
        onChange={(event) => setChosen(event.target.value as Encoding)}
      >
        {choices.map(({ encoding, text, fits: all }) => (
          <Radio key={encoding} value={encoding}>
            <b>{t(`sheets.encoding.name.${encoding}`)}</b>
            {!all && <em>{t('sheets.encoding.misfit')}</em>}
            <span>{text}</span>
          </Radio>
        ))}
      </Radio.Group>
      {!fits && (
        <Checkbox checked={replaced} disabled={busy} onChange={(event) => setReplaced(event.target.checked)}>
          {t('sheets.encoding.replace')}
        </Checkbox>
      )}
      <div className="exchange-foot">
        <Button
          type="primary"
          loading={busy}
          disabled={!fits && !replaced}
          onClick={() => onChoose({ encoding: chosen, ...(!fits && { replaced: true }) })}
        >
          {t('sheets.encoding.read')}
        </Button>
      </div>
    </>
  );
}

function choicesOf({ code, data }: ApiError): EncodingChoice[] {
  const refused = code === 'records.sheet.bad_sign' || code === 'records.sheet.null_bytes';
  return refused && Array.isArray(data.choices) ? (data.choices as EncodingChoice[]) : [];
}
