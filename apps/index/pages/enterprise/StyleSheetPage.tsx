import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { mostStyleText, readStyleSheet, type StyleProblem } from '@formwork/contract/enterprise/style-sheet.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { cssVariables } from '@formwork/ui/skin/skins.ts';
import { setAppearance } from '@formwork/web/appearance/appearance.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Button, Input } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { SettingFrame } from './SettingFrame.tsx';
import { useSetting } from './use-setting.ts';

const example = `:root {
  --fw-primary: #0f62fe;
}

.fw-page h1 {
  letter-spacing: 0.02em;
}

@media print {
  .fw-page {
    padding: 0;
  }
}
`;

/** The enterprise's own style sheet: written here, checked while it is written, carried by the pages that say so. */
export default function StyleSheetPage() {
  const t = useT();
  const elements = useElements('styleSheet');
  const { message } = App.useApp();
  const { reading, value = '', changed, change, forget } = useSetting(enterpriseApi.getStyleSheet, ({ text }) => text);
  const save = useCommand(enterpriseApi.setStyleSheet, {
    refresh: [enterpriseApi.getStyleSheet, enterpriseApi.appearance],
    onDone: (appearance) => {
      setAppearance(appearance);
      forget();
      void message.success(t('enterprise.setting.saved'));
    },
  });
  const looked = useDeferredValue(value);
  const { problems } = useMemo(() => readStyleSheet(looked), [looked]);
  const insert = (text: string) => change(value.trim() === '' ? text : `${value.trimEnd()}\n\n${text}`);
  return (
    <SettingFrame
      title={t('enterprise.style.title')}
      hint={t('enterprise.style.hint')}
      reading={reading}
      changed={changed}
      invalid={problems.length > 0}
      pending={save.pending}
      onSave={() => void save.run({ body: { text: value } })}
      onReset={forget}
    >
      <FieldRow name="style" label={t('enterprise.style.label')} error={save.fieldErrors.text}>
        <Input.TextArea
          id="style"
          className="style-text"
          aria-describedby="style-problems"
          spellCheck={false}
          maxLength={mostStyleText}
          rows={16}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      </FieldRow>
      <Problems problems={problems} isEmpty={value.trim() === ''} />
      {elements.shows('parts', 'example') && (
        <div>
          <Button onClick={() => insert(example)}>
            {elements.title('parts', 'example', t('enterprise.style.example'))}
          </Button>
        </div>
      )}
      {elements.shows('parts', 'variables') && (
        <Variables
          title={elements.title('parts', 'variables', t('enterprise.style.variables'))}
          onChoose={(name, shown) => insert(`:root {\n  ${name}: ${shown};\n}\n`)}
        />
      )}
    </SettingFrame>
  );
}

function Problems({ problems, isEmpty }: { problems: readonly StyleProblem[]; isEmpty: boolean }) {
  const t = useT();
  return (
    <div id="style-problems" role="status">
      {problems.length === 0 ? (
        !isEmpty && <p className="setting-hint">{t('enterprise.style.no_problems')}</p>
      ) : (
        <ul className="style-problems" aria-label={t('enterprise.style.problems')}>
          {problems.slice(0, 20).map(({ code, line, what }, at) => (
            <li key={at}>
              <b>{t('enterprise.style.line', { line })}</b> {t(`enterprise.style.problem.${code}`, { what })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the product paints with, in the skin of whoever looks. */
function Variables({ title, onChoose }: { title: string; onChoose: (name: string, value: string) => void }) {
  const t = useT();
  const skin = useSkin();
  const colours = Object.entries(cssVariables(skin)).filter(([, value]) => /^#[\da-f]{6}$/i.test(value));
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className="setting-hint">{t('enterprise.style.variables_hint')}</p>
      <div className="style-variables">
        {colours.map(([name, value]) => (
          <button key={name} type="button" onClick={() => onChoose(name, value)}>
            <i style={{ background: value }} />
            <code>{name}</code>
          </button>
        ))}
      </div>
    </section>
  );
}
