import { ThunderboltOutlined } from '@ant-design/icons';
import {
  buttonsFor,
  noButtonSettings,
  type ButtonId,
  type ButtonPlace,
  type ShownButton,
} from '@formwork/contract/forms/buttons.ts';
import { recordsApi, type PersonalPlan } from '@formwork/contract/records/api.ts';
import {
  buttonAnswer,
  compileButton,
  isButtonExpression,
  type ButtonAnswer,
  type ButtonRecord,
} from '@formwork/contract/records/button-logic.ts';
import type { CompileExpression } from '@formwork/contract/records/expressions.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { openableAddress } from '@formwork/web/http/outside.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useOpenWindow } from '@formwork/web/router/use-open-window.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useStarts } from './use-starts.tsx';

/** What a page does when one of its buttons is pressed. */
export interface ButtonAct {
  /** Its name while nobody gave it another. */
  title: string;
  icon?: ReactNode;
  danger?: boolean;
  href?: string;
  onSelect?: () => void;
  disabled?: boolean;
  /** Why it is disabled. */
  reason?: string;
}

export interface ArrangedButton extends ButtonAct {
  id: string;
  primary?: boolean;
  /** Made by an administrator. */
  own?: boolean;
}

export interface Buttons {
  /**
   * The buttons of a place as they are to be shown: in their order, renamed, without those that are hidden or not for this
   * record, with those that were added. The page gives what each of its own does; what it leaves out is not there for the person.
   */
  arranged: <P extends ButtonPlace>(
    place: P,
    acts: { readonly [Id in ButtonId<P>]?: ButtonAct | undefined },
    records?: readonly (Pick<RecordRow, 'id' | 'values'> & { hidden?: readonly string[] | undefined })[],
  ) => ArrangedButton[];
}

/** The buttons of a form's list and records as an administrator arranged them; open pages follow changes at once. */
export function useButtons(plan: Pick<PersonalPlan, 'formId' | 'definition' | 'buttons' | 'starts'>): Buttons {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const me = useMe();
  const { message } = App.useApp();
  const openWindow = useOpenWindow();
  const { formId, definition } = plan;
  const startsOn = useStarts(plan);
  useLive('buttons:app', () => void refresh(recordsApi.plan, formsApi.listApps, recordsApi.get));
  const shown = useMemo(() => plan.buttons ?? buttonsFor(noButtonSettings, []), [plan.buttons]);
  const speaks = shown.some(({ onlyIf, script }) => onlyIf !== undefined || script?.does === 'open');
  // the language comes only where a button has something to say
  const language = useQuery({
    queryKey: ['buttonLanguage'],
    queryFn: () => import('../record-form/feel.ts').then(({ compileFeel }) => ({ compileFeel })),
    enabled: speaks,
    staleTime: Infinity,
    structuralSharing: false,
  });
  const compile = language.data?.compileFeel;
  const { evaluate, judge } = useMemo(() => evaluator(definition, compile, me.id), [definition, compile, me.id]);
  const undecided = (missing: readonly string[]): string =>
    t('records.button.undecided', {
      names: missing
        .map((id) => textIn(definition.fields.find((field) => field.id === id)?.title, locale) || id)
        .join(locale === 'en' ? ', ' : '、'),
    });

  const open = (address: string, newWindow: boolean, record: ButtonRecord | undefined) => {
    const found = openableAddress(evaluate(address, record));
    if (!found) return void message.warning(t('records.button.no_address'));
    if (newWindow) openWindow(found.startsWith('/') ? router.hrefOf(found) : found);
    else if (found.startsWith('/')) void router.go(found);
    else location.assign(found);
  };
  const press = async ({ place, id }: ShownButton, records: readonly { id: string }[]) => {
    let failure: unknown;
    let failed = 0;
    for (const { id: recordId } of records) {
      try {
        await call(recordsApi.press, { params: { formId, recordId }, body: { place, button: id } });
      } catch (error) {
        failure = error;
        failed += 1;
      }
    }
    await refresh(recordsApi.get, recordsApi.list, recordsApi.count, recordsApi.history);
    if (failed === 0) void message.success(t('records.save.done'));
    else
      void message.error(
        records.length === 1
          ? errorText(failure, t)
          : `${t('records.button.refused', { count: failed })} ${errorText(failure, t)}`,
      );
  };

  const arranged: Buttons['arranged'] = (place, given, records) => {
    const acts = given as Record<string, ButtonAct | undefined>;
    const single = records?.length === 1 && place !== 'selection' ? recordOf(records[0]!) : undefined;
    const unseen = records?.[0]?.hidden ?? [];
    const pressed = shown
      .filter((button) => button.place === place)
      .flatMap((button): ArrangedButton[] => {
        const { id, title, onlyIf, script, own, primary } = button;
        // of several records the server says which it may be done with
        const answer = onlyIf === undefined || !single || judge(onlyIf, single);
        // what the person does not see cannot be named as missing
        if (answer === false || (typeof answer === 'object' && answer.missing.some((name) => unseen.includes(name))))
          return [];
        const usual = acts[id];
        const named = {
          id,
          title: title ? textIn(title, locale) : (usual?.title ?? ''),
          ...(own && { own, icon: <ThunderboltOutlined /> }),
          ...(primary && { primary }),
          ...(typeof answer === 'object' && { disabled: true, reason: undecided(answer.missing) }),
        };
        if (script === undefined) return usual ? [{ ...usual, ...named }] : [];
        // another meaning needs no right of the old one, but stays what it is for those who read it
        const looks = { ...(usual?.icon !== undefined && { icon: usual.icon }), title: usual?.title ?? '' };
        if (script.does === 'action') {
          const other = acts[script.button];
          return other
            ? [
                {
                  ...other,
                  ...looks,
                  ...named,
                  title: named.title || other.title,
                  icon: own ? other.icon : (looks.icon ?? other.icon),
                },
              ]
            : [];
        }
        const onSelect =
          script.does === 'open'
            ? () => open(script.address, script.newWindow === true, single)
            : () => void press(button, records ?? []);
        return named.title === '' ? [] : [{ ...looks, ...named, onSelect }];
      });
    return onRecords.has(place) && records ? [...pressed, ...startsOn(records)] : pressed;
  };
  return { arranged };
}

/** Places where a rule or a flow can begin on what is there. */
const onRecords: ReadonlySet<ButtonPlace> = new Set(['record', 'row', 'selection'] as const);

function recordOf({ id, values }: Pick<RecordRow, 'id' | 'values'>): ButtonRecord {
  return { id, valueOf: (field) => values[field] };
}

function evaluator(definition: PersonalPlan['definition'], compile: CompileExpression | undefined, userId: string) {
  const known = new Map<string, ReturnType<typeof compileButton>>();
  const expressionOf = (text: string) => {
    if (!compile) return undefined;
    let compiled = known.get(text);
    if (!compiled) known.set(text, (compiled = compileButton(text, definition, compile)));
    return isButtonExpression(compiled) ? compiled : undefined;
  };
  const context = () => ({ userId, now: new Date(), timeZone: timeZone() });
  return {
    evaluate: (text: string, record: ButtonRecord | undefined): unknown => expressionOf(text)?.run(record, context()),
    judge: (text: string, record: ButtonRecord): ButtonAnswer => buttonAnswer(expressionOf(text), record, context()),
  };
}
