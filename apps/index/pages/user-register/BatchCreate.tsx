import { CopyOutlined, SnippetsOutlined } from '@ant-design/icons';
import { colleaguesAtOnce, joiningApi, type ColleagueResult } from '@formwork/contract/joining/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import type { RowProblems } from '@formwork/ui/sheet/sheet-row.tsx';
import { Sheet } from '@formwork/ui/sheet/sheet.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { hasText, useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { DepartmentPicker } from '@formwork/web/pickers/DepartmentPicker.tsx';
import { Alert, App, Button, Input, Modal } from 'antd';
import { useMemo, useState } from 'react';
import {
  columnIds,
  emptyLine,
  isEmptyLine,
  linesOf,
  repeatedLogins,
  wrongColumns,
  type ColleagueLine,
} from './colleague-lines.ts';

const keyOf = ({ key }: ColleagueLine) => key;
const widths = { name: 140, login: 160, phone: 150, email: 220 };

/** Accounts for many at once, from a small table; what became of each line stands beside it. */
export function BatchCreate() {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [department, setDepartment] = useState<string[]>([]);
  const [lines, setLines] = useState(() => [emptyLine(), emptyLine(), emptyLine()]);
  const [pasting, setPasting] = useState(false);
  const [copied, setCopied] = useState(true);
  const [running, setRunning] = useState(false);
  const create = useCommand(joiningApi.createColleagues, { quiet: true });
  const done = lines.filter(({ result }) => result?.password);
  const open = lines.filter((line) => !line.result?.password && !isEmptyLine(line));
  useConfirmLeave(!copied || open.length > 0);
  const columns = useColumns();
  const problems = useMemo(() => problemsOf(lines, t), [lines, t]);

  const run = async () => {
    const wrong = new Map(
      open.flatMap((line): [string, ColleagueResult][] => {
        const refused = wrongColumns(line);
        return refused.length === 0
          ? []
          : [
              [
                line.key,
                {
                  login: line.login,
                  password: null,
                  problems: refused.map((path) => ({ path, code: `register.batch.wrong_${path}` })),
                },
              ],
            ];
      }),
    );
    setLines((now) => now.map((line) => (wrong.has(line.key) ? { ...line, result: wrong.get(line.key) } : line)));
    const repeated = repeatedLogins(open);
    const good = open.filter(({ key, login }) => !wrong.has(key) && !repeated.has(login.trim().toLowerCase()));
    if (good.length === 0) return;
    setRunning(true);
    for (let first = 0; first < good.length; first += colleaguesAtOnce) {
      const some = good.slice(first, first + colleaguesAtOnce);
      const results = await create.run({
        body: {
          departmentId: department[0] ?? null,
          people: some.map(({ name, login, phone, email }) => ({ name, login, phone, email })),
        },
      });
      if (!results) break;
      const byKey = new Map(some.map(({ key }, at) => [key, results[at]]));
      setLines((now) => now.map((line) => (byKey.has(line.key) ? { ...line, result: byKey.get(line.key) } : line)));
      if (results.some(({ password }) => password !== null)) setCopied(false);
    }
    setRunning(false);
    await refresh(organizationApi.listPeople, organizationApi.listTree);
  };
  const copy = async () => {
    await navigator.clipboard.writeText(
      [...done.map(({ name, result }) => [name, result!.login, result!.password].join('\t'))].join('\n'),
    );
    setCopied(true);
    void message.success(t('register.batch.copied', { count: done.length }));
  };
  return (
    <div className="register-batch">
      <p className="register-quiet">{t('register.batch.hint')}</p>
      <div className="register-batch-head">
        <FieldRow name="department" label={t('register.batch.department')}>
          {(input) => <DepartmentPicker {...input} value={department} onChange={setDepartment} />}
        </FieldRow>
        <Button icon={<SnippetsOutlined />} onClick={() => setPasting(true)}>
          {t('register.batch.paste')}
        </Button>
      </div>
      <Sheet<ColleagueLine>
        label={t('register.tab.batch')}
        rows={lines}
        columns={columns}
        rowId={keyOf}
        locale={locale}
        newRow={emptyLine}
        problems={problems}
        readOnly={running}
        onChange={(rows, changed) =>
          setLines(
            rows.map((line) =>
              changed.includes(line.key) && !line.result?.password ? { ...line, result: undefined } : line,
            ),
          )
        }
      />
      {create.errorText && <Alert type="error" showIcon title={create.errorText} />}
      <div className="register-buttons">
        <Button type="primary" disabled={open.length === 0} loading={running} onClick={() => void run()}>
          {t('register.batch.create', { count: open.length })}
        </Button>
        {done.length > 0 && (
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            {t('register.batch.copy')}
          </Button>
        )}
      </div>
      {done.length > 0 && (
        <Alert
          type={copied ? 'info' : 'warning'}
          showIcon
          title={t('register.batch.made', { count: done.length })}
          description={t('register.batch.made_hint')}
        />
      )}
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onLines={(more) => {
            setLines((now) => [...now.filter((line) => !isEmptyLine(line)), ...more]);
            setPasting(false);
          }}
        />
      )}
    </div>
  );
}

function useColumns(): SheetColumn<ColleagueLine>[] {
  const t = useT();
  return useMemo(
    () => [
      ...columnIds.map((id): SheetColumn<ColleagueLine> => ({
        id,
        title: t(`register.batch.${id}`),
        width: widths[id],
        required: id === 'name' || id === 'login',
        emptyValue: '',
        readOnly: ({ result }) => Boolean(result?.password),
      })),
      {
        id: 'result',
        title: t('register.batch.result'),
        width: 260,
        readOnly: true,
        format: (_, { result }) => result?.password ?? '',
        renderCell: (_, { result }) => result && <Outcome result={result} />,
      },
    ],
    [t],
  );
}

function Outcome({ result: { password, problems } }: { result: ColleagueResult }) {
  const t = useT();
  if (password !== null)
    return (
      <span className="register-outcome">
        <StateTag tone="success">{t('register.batch.created')}</StateTag>
        <code>{password}</code>
      </span>
    );
  return (
    <span className="register-outcome">
      <StateTag tone="error">{t('register.batch.refused')}</StateTag>
      {problems.map((problem) => problemText(problem, t)).join(' ')}
    </span>
  );
}

function PasteDialog({ onClose, onLines }: { onClose: () => void; onLines: (lines: ColleagueLine[]) => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const lines = linesOf(text);
  return (
    <Modal
      open
      title={t('register.batch.paste')}
      okText={t('register.batch.take', { count: lines.length })}
      okButtonProps={{ disabled: lines.length === 0 }}
      onOk={() => onLines(lines)}
      onCancel={onClose}
    >
      <p className="register-quiet">{t('register.batch.paste_hint')}</p>
      <Input.TextArea
        autoFocus
        rows={10}
        aria-label={t('register.batch.paste')}
        placeholder={t('register.batch.paste_example')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Modal>
  );
}

function problemsOf(lines: readonly ColleagueLine[], t: Translate): Map<string, RowProblems> {
  const repeated = repeatedLogins(lines);
  return new Map(
    lines.flatMap((line): [string, RowProblems][] => {
      if (line.result?.password || isEmptyLine(line)) return [];
      const problems: Record<string, string> = Object.fromEntries(
        (line.result?.problems ?? []).map((problem) => [problem.path, problemText(problem, t)]),
      );
      if (repeated.has(line.login.trim().toLowerCase())) problems.login = t('register.batch.login_twice');
      return Object.keys(problems).length === 0 ? [] : [[line.key, problems]];
    }),
  );
}

function problemText({ path, code, data }: ColleagueResult['problems'][number], t: Translate): string {
  if (code.startsWith('input.') && (columnIds as readonly string[]).includes(path))
    return t(`register.batch.wrong_${path}`);
  return hasText(code) ? t(code, data) : t('shell.error.field');
}
