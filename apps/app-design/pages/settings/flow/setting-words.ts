import type { Field } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import type {
  AutomaticNode,
  Due,
  ExecutorRule,
  Executors,
  FieldRight,
  NodeButton,
  ProcessGraph,
  SetField,
  Signing,
  SlaveRight,
  TimerNode,
} from '@formwork/contract/workflow/graph.ts';
import { rulesText, spanText, type Wording } from '@formwork/process-ui/canvas-graph.ts';

/** Where a setting stands, and what its ids mean. */
export interface Around {
  graph: ProcessGraph;
  form: FormDefinition;
  wording: Wording;
  /** Fields and names of other forms: those that sub-processes fill in. */
  formTitle: (id: string) => string | undefined;
  otherFields: readonly Field[];
}

/** The parts of a setting by their names, in words; a setting that is one thing has one part without a name. */
export type Parts = ReadonlyMap<string, string>;

/** What a setting of a graph says, as people read it. */
export function inWords(setting: string, value: unknown, around: Around): Parts {
  const { t } = around.wording;
  const whole = (text: string): Parts => new Map(text === '' ? [] : [['', text]]);
  if (value === undefined || value === null || value === '') return whole('');
  if (typeof value === 'boolean') return whole(t(value ? 'design.version.yes' : 'design.version.no'));
  const say = sayings[setting] as ((value: unknown, around: Around) => Said) | undefined;
  const said = say ? say(value, around) : typeof value === 'object' ? '' : String(value);
  return typeof said === 'string' ? whole(said) : new Map(said.filter(([, text]) => text !== ''));
}

type Said = string | [name: string, text: string][];

const sayings: Partial<Record<string, (value: never, around: Around) => Said>> = {
  name: ({ zh, en }: Text) => [zh, en].filter(Boolean).join(' / '),
  kind: (kind: string, { wording: { t } }) => t(`workflow.node.${kind}`),
  condition: (text: string, { wording }) => wording.condition(text),
  source: nodeName,
  target: nodeName,
  executors: executorsText,
  rules: ruleNames,
  starters: ruleNames,
  administrators: (people: string[], { wording }) =>
    joined(
      people.map((id) => wording.nameOf(id) ?? '…'),
      wording,
    ),
  signing: signingText,
  due: dueText,
  fields: (fields: Record<string, FieldRight>, { form, wording }) =>
    Object.entries(fields).map(([id, right]) => [
      titleOf(form.fields, id, wording),
      wording.t(`flow-design.rights.${right}`),
    ]),
  slaves: slavesText,
  buttons: (buttons: NodeButton[], { wording }) =>
    joined(
      buttons.map((button) =>
        wording.t(`workflow.action.${button === 'addSigner' || button === 'removeSigner' ? `${button}s` : button}`),
      ),
      wording,
    ),
  verification: (way: string, { wording: { t } }) => t(`workflow.verification.${way}`),
  wait: (wait: TimerNode['wait'], { form, wording }) =>
    wait.by === 'span' ? spanText(wait.span, wording.t) : titleOf(form.fields, wait.field, wording),
  does: doesText,
  form: (id: string, { formTitle, wording: { t } }) => (id === '' ? '' : (formTitle(id) ?? t('design.version.gone'))),
  set: (set: SetField[], { otherFields, wording }) => setText(set, otherFields, wording),
  urgeEveryMinutes: (minutes: number, { wording: { t } }) => t('workflow.span.minutes', { count: minutes }),
};

function nodeName(id: string, { graph, wording: { t, locale } }: Around): string {
  const node = graph.nodes.find((one) => one.id === id);
  return node ? textIn(node.name, locale) || t(`workflow.node.${node.kind}`) : t('design.version.gone');
}

function ruleNames(rules: ExecutorRule[], { graph, wording }: Around): string {
  return rulesText(rules, graph, wording);
}

function executorsText({ rules, nobody, sameAsPrevious, isInitiator }: Executors, around: Around): Said {
  const { t } = around.wording;
  return [
    ['', ruleNames(rules, around)],
    [t('flow-design.executors.nobody'), t(`flow-design.executors.nobody_${nobody}`)],
    [t('flow-design.executors.sameAsPrevious'), t(`flow-design.executors.sameAsPrevious_${sameAsPrevious}`)],
    [t('flow-design.executors.isInitiator'), t(`flow-design.executors.isInitiator_${isInitiator}`)],
  ];
}

function signingText(signing: Signing, { wording: { t, nameOf } }: Around): Said {
  const way: [string, string] = ['', t(`flow-design.signing.${signing.way}`)];
  if (signing.way === 'serial')
    return [way, [t('flow-design.signing.order'), t(`flow-design.signing.order_${signing.order}`)]];
  if (signing.way !== 'ratio') return [way];
  const votes = Object.entries(signing.weights ?? {}).map(([person, weight]): [string, string] => [
    `${t('flow-design.signing.weights')} · ${nameOf(person) ?? '…'}`,
    String(weight),
  ]);
  return [way, [t('flow-design.signing.percent'), `${signing.percent} %`], ...votes];
}

function dueText({ within, remindBefore, remindEvery, overdue }: Due, { wording: { t } }: Around): Said {
  const minutes = (count: number) => (count === 0 ? '' : t('workflow.span.minutes', { count }));
  return [
    [t('flow-design.due.within'), spanText(within, t)],
    [t('flow-design.due.remind_before'), minutes(remindBefore)],
    [t('flow-design.due.remind_every'), minutes(remindEvery)],
    [t('flow-design.due.overdue'), t(`flow-design.due.overdue_${overdue}`)],
  ];
}

function slavesText(slaves: Record<string, SlaveRight>, { form, wording }: Around): Said {
  const { t } = wording;
  return Object.entries(slaves).flatMap(([id, { access, add, remove, fields }]): [string, string][] => {
    const table = form.tables.find((one) => one.id === id);
    const title = textIn(table?.title, wording.locale) || t('design.version.gone');
    const rights = [
      t(`flow-design.rights.${access}`),
      add ? t('flow-design.rights.add') : '',
      remove ? t('flow-design.rights.remove') : '',
    ];
    return [
      [title, joined(rights.filter(Boolean), wording)],
      ...Object.entries(fields).map(([field, right]): [string, string] => [
        `${title} · ${titleOf(table?.fields ?? [], field, wording)}`,
        t(`flow-design.rights.${right}`),
      ]),
    ];
  });
}

function doesText(does: AutomaticNode['does'], around: Around): Said {
  const { form, wording } = around;
  const { t } = wording;
  const what: [string, string] = ['', t(`workflow.automatic.${does.what}`)];
  switch (does.what) {
    case 'record':
      return [what, ...setText(does.set, form.fields, wording)];
    case 'rule':
      return [
        what,
        ...does.lines.map((line, at): [string, string] => [
          t('workflow.automatic.line', { number: at + 1 }),
          lineText(line, around),
        ]),
      ];
    case 'message':
      return [
        what,
        [t('flow-design.designer.recipients'), ruleNames(does.rules, around)],
        [t('workflow.people.message'), does.message],
      ];
    case 'call':
      return [
        what,
        [t('workflow.automatic.url'), `${does.method} ${does.url}`],
        [
          t('workflow.automatic.fields'),
          joined(
            does.fields.map((id) => wording.fieldTitle(id) ?? t('design.version.gone')),
            wording,
          ),
        ],
      ];
  }
}

function lineText({ when, set }: { when: string; set: SetField[] }, { form, wording }: Around): string {
  const sets = setText(set, form.fields, wording)
    .map(([field, value]) => `${field} = ${value}`)
    .join('; ');
  return when.trim() === '' ? sets : `${wording.condition(when)}: ${sets}`;
}

function setText(set: readonly SetField[], fields: readonly Field[], wording: Wording): [string, string][] {
  return set.map(({ field, value }) => [titleOf(fields, field, wording), wording.condition(value)]);
}

function titleOf(fields: readonly Field[], id: string, { t, locale }: Wording): string {
  return id === '' ? '—' : textIn(fields.find((field) => field.id === id)?.title, locale) || t('design.version.gone');
}

function joined(texts: readonly string[], { locale }: Wording): string {
  return texts.join(locale === 'zh-CN' ? '、' : ', ');
}
