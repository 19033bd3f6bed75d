import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import type { CodeProblem } from '@formwork/code-ui/code-problem.ts';
import { offeredLanguage } from '@formwork/code-ui/languages/offered.ts';
import type { Rule } from '@formwork/contract/rules/rule.ts';
import { checkText } from '@formwork/logic/qlang/check.ts';
import { completionsAt } from '@formwork/logic/qlang/complete.ts';
import { printRule } from '@formwork/logic/qlang/print.ts';
import { readRules } from '@formwork/logic/qlang/read.ts';
import { words } from '@formwork/logic/qlang/words.ts';
import { functionNames } from '@formwork/feel/scope.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fixesOf } from './fixes.ts';
import type { KnownFacts } from './use-facts.ts';

const allWords = new Set<string>([
  ...Object.keys(words),
  ...Object.values(words),
  'and',
  'or',
  'if',
  'else',
  'true',
  'false',
  'null',
  'not',
]);

/** The rule as a text of the rule language. What is typed is kept as soon as it can be read; statements keep their ids. */
export function RuleText({
  rule,
  facts,
  readOnly,
  onChange,
}: {
  rule: Rule;
  facts: KnownFacts;
  readOnly: boolean;
  onChange?: (rule: Rule) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const language = locale === 'en' ? 'en' : 'zh';
  const [text, setText] = useState(() => printRule(rule, language));
  const own = useRef(JSON.stringify(rule));
  // somebody else changed it, or another view of the same page did
  useEffect(() => {
    const now = JSON.stringify(rule);
    if (now === own.current) return;
    own.current = now;
    setText(printRule(rule, language));
  }, [rule, language]);
  const read = useMemo(() => readRules(text, [rule]), [text, rule]);
  const readable = read.problems.length === 0 && read.rules.length === 1;
  const take = (next: string) => {
    setText(next);
    const found = readRules(next, [rule]);
    const first = found.rules[0];
    if (found.problems.length > 0 || found.rules.length !== 1 || !first) return;
    own.current = JSON.stringify(first.rule);
    onChange?.(first.rule);
  };
  const problems = useMemo<CodeProblem[]>(
    () =>
      checkText(text, facts.facts, [rule]).map(({ from, to, code, data }) => ({
        from,
        to: Math.max(to, from + 1),
        severity: 'error',
        message: t(code, data),
        fixes: fixesOf(text, { from, to, code, data }, facts.facts, t),
      })),
    [text, rule, facts, t],
  );
  const lang = useMemo(
    () =>
      offeredLanguage(`qlang ${facts.known.fields.map(({ id }) => id).join()}`, allWords, (all, at) => {
        const { from, options, expression } = completionsAt(all, at, facts.facts);
        const named = options.map(({ label, kind }) => ({
          label,
          type: kind === 'word' ? 'keyword' : 'variable',
          ...(facts.nameOf(label) !== label && { detail: facts.nameOf(label) }),
        }));
        return {
          from,
          options: expression ? [...named, ...functionNames().map((label) => ({ label, type: 'function' }))] : named,
        };
      }),
    [facts],
  );
  return (
    <div className="rule-text">
      {!readable && <Alert type="warning" showIcon title={t('rules.text.not_kept')} />}
      <CodeEditor
        label={t('rules.view.text')}
        value={text}
        onChange={take}
        language={lang}
        problems={problems}
        readOnly={readOnly}
        height="100%"
      />
    </div>
  );
}
